import type { IRegularForbiddenRuleType } from 'dependency-cruiser'

const ENTRY_POINTS = '^main/(index|headless)\\.ts$'

/** The dependency direction of the product. A rule is an error or it is not here; each is proven by a planted violation. */
export const rules: IRegularForbiddenRuleType[] = [
  only('shared'),
  only('main', 'shared'),
  only('preload', 'shared'),
  only('renderer', 'shared'),
  error('shared runs anywhere', { path: '^shared/' }, { dependencyTypes: ['core'] }),
  error('shared uses only zod', { path: '^shared/' }, { path: 'node_modules/', pathNot: 'node_modules/zod/' }),
  error('renderer has no Node', { path: '^renderer/' }, { dependencyTypes: ['core'] }),
  error(
    'preload carries only the names of the contract',
    { path: '^preload/' },
    { path: '^shared/', pathNot: '^shared/ipc-names\\.ts$', dependencyTypesNot: ['type-only'] },
  ),
  error(
    'preload carries no package but Electron',
    { path: '^preload/' },
    { path: 'node_modules/', pathNot: 'node_modules/electron/', dependencyTypesNot: ['type-only'] },
  ),
  error('Electron stays at the edge', { pathNot: '^(main/electron/|preload/|test/runtime/)' }, { path: 'node_modules/electron/' }),
  error(
    'the stand-in knows Electron by its types only',
    { path: '^test/runtime/' },
    { path: 'node_modules/electron/', dependencyTypesNot: ['type-only'] },
  ),
  error('node-pty has one importer', { pathNot: '^main/terminal/pty\\.ts$' }, { path: 'node_modules/(@lydell/)?node-pty' }),
  error('tools know only the tool contract', { path: '^main/tools/' }, { path: '^main/', pathNot: '^main/tools/' }),
  error('tools use only zod', { path: '^main/tools/' }, { path: 'node_modules/', pathNot: 'node_modules/zod/' }),
  error('tools reach the machine through ports', { path: '^main/tools/' }, { dependencyTypes: ['core'] }),
  error('what a task uses does not know the task', { path: '^main/(tools|approval|prompts|context)/' }, { path: '^main/task/' }),
  error(
    'ports are implemented without the task and its tools',
    { path: '^main/(account|providers|web|workspace|terminal|mcp|browser|network|storage|trust|hooks|skills)/' },
    { path: '^main/(task|tools|approval|prompts|context)/' },
  ),
  error(
    'nothing reaches up',
    {
      path: '^main/(task|tools|approval|prompts|context|account|providers|web|workspace|terminal|mcp|browser|network|storage|trust|hooks|skills)/',
    },
    { path: '^main/((index|headless|app)\\.ts$|controller/|electron/)' },
  ),
  error('the controller needs no window', { path: '^main/controller/' }, { path: '^main/((index|headless|app)\\.ts$|electron/)' }),
  error('nobody imports an entry point', { path: '^(main|preload|renderer|shared)/' }, { path: ENTRY_POINTS }),
  error(
    'packages are named in package.json',
    { path: '^(main|preload|renderer|shared)/' },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
  error('every import leads somewhere', {}, { couldNotResolve: true }),
  error('no cycles at run time', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
]

function only(from: string, ...allowed: string[]): IRegularForbiddenRuleType {
  const may = [from, ...allowed]
  const name = `${from} imports only ${['itself', ...allowed].join(' and ')}`
  return error(name, { path: `^${from}/` }, { path: '^(main|preload|renderer|shared|test|scripts|bin)/', pathNot: `^(${may.join('|')})/` })
}

function error(name: string, from: IRegularForbiddenRuleType['from'], to: IRegularForbiddenRuleType['to']): IRegularForbiddenRuleType {
  return { name, severity: 'error', from, to }
}
