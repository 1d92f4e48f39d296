import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Notices } from '../../main/controller/notices'
import { HookRunner } from '../../main/hooks/hook-runner'
import { openStores } from '../../main/open-stores'
import { prepareDataDir } from '../../main/storage/data-dir'
import { createSecretMask } from '../../main/storage/mask-secrets'
import { createTerminals } from '../../main/terminal/terminals'
import { hookNames } from '../../shared/hooks'

/** Run as a process of its own, to be watched: looks at a folder as the app does, and for all that it brings, before an answer and after a no. */
const [dataDir = '', warmUp = '', folder = ''] = process.argv.slice(2)
const home = join(dataDir, 'home')
const paths = await prepareDataDir(dataDir)
const stores = await openStores(paths, new Notices(() => undefined), { mask: createSecretMask(), keychain: undefined, home })
const terminals = await createTerminals({ logs: paths.logs, ledger: join(paths.state, 'processes'), env: {}, platform: process.platform })

async function lookAt(cwd: string): Promise<void> {
  const { items } = await stores.trust.survey(cwd)
  await lookFor(cwd)
  stores.trust.decide(cwd, 'refused', items)
  await lookFor(cwd)
}

async function lookFor(cwd: string): Promise<void> {
  const hooks = new HookRunner({
    cwd,
    programs: terminals.openPrograms(),
    trust: stores.trust,
    version: '0',
    places: { global: paths.hooks, documents: join(home, 'Documents'), copies: join(paths.state, 'hooks') },
    choice: () => stores.settings.getSettings(),
    variables: () => Promise.resolve({}),
    mask: (text) => text,
    platform: process.platform,
  })
  for (const name of hookNames) {
    const { hooks: found } = await hooks.find(name)
    if (found.length > 0) throw new Error(`${name} would have run.`)
  }
  await hooks.list()
  if ((await stores.skills.refresh(cwd)).length > 0) throw new Error('A skill would have been used.')
}

// What is loaded when it is first needed is loaded by then.
await lookAt(warmUp)
existsSync('/mark-of-the-beginning')
await lookAt(folder)
existsSync('/mark-of-the-end')
await stores.flush()
process.exit()
