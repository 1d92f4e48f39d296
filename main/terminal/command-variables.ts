import type { EnvironmentReport } from '../../shared/environment-report'
import { commandEnvironment, SESSION_VARIABLE } from './environment'
import { askLoginShell, type LoginAnswer, type Variables } from './login-shell'

export interface CommandVariables {
  /** All that a command gets. Waits for the login shell, which answers in bounded time. */
  forCommand(sessionId: string): Promise<Record<string, string>>
  /** The same without what belongs to a single command. */
  forAll(): Promise<Variables>
  /** As the person's own shell has them, secrets too: for names in their own settings, and for no program. */
  forSettings(): Promise<Readonly<Record<string, string | undefined>>>
  /** Where it came from. */
  report(): Promise<EnvironmentReport>
}

export interface VariablesSources {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly appFolder: string
  /** Whether the person's login shell is asked: an app that was started from an icon knows little. */
  readonly asksLoginShell: boolean
}

/** Set by the shell for itself, or by being asked. */
const OF_THE_SHELL: ReadonlySet<string> = new Set(['SHLVL', '_', 'PWD', 'OLDPWD', 'TERM', SESSION_VARIABLE])

/** Works out once what commands start from. The login shell is asked at once, in the background. */
export function createCommandVariables({ env, platform, appFolder, asksLoginShell }: VariablesSources): CommandVariables {
  const facts = { platform, appFolder, sessionId: '' }
  const own = commandEnvironment(env, facts)
  const shell = env['SHELL'] ?? ''
  const asked = asksLoginShell && platform !== 'win32' ? askLoginShell(shell, own) : Promise.resolve(undefined)
  const merged = asked.then((answer) => (answer?.ok ? merge(own, commandEnvironment(answer.variables, facts), isFromTerminal(env)) : own))
  return {
    forCommand: async (sessionId) => ({ ...(await merged), [SESSION_VARIABLE]: sessionId }),
    forAll: () => merged,
    forSettings: async () => {
      const answer = await asked
      const login = answer?.ok ? answer.variables : {}
      return isFromTerminal(env) ? { ...login, ...env } : { ...env, ...login }
    },
    report: async () => describe({ shell, own, all: await merged, env, platform, answer: await asked }),
  }
}

/** Who starts the app from a terminal may have set more there than the login files do: that stands first. */
const isFromTerminal = (env: VariablesSources['env']): boolean => env['TERM'] !== undefined && env['TERM'] !== 'dumb'

function merge(own: Variables, login: Variables, ownFirst: boolean): Variables {
  const [first, second] = ownFirst ? [own, login] : [login, own]
  const path = joinPaths(first['PATH'] ?? '', second['PATH'] ?? '')
  const all: Record<string, string> = { ...second, ...first, PATH: path }
  for (const name of OF_THE_SHELL) {
    const value = own[name]
    if (value === undefined) delete all[name]
    else all[name] = value
  }
  return all
}

function joinPaths(first: string, second: string): string {
  return [...new Set([...first.split(':'), ...second.split(':')])].filter((part) => part !== '').join(':')
}

interface Parts {
  readonly shell: string
  readonly own: Variables
  readonly all: Variables
  readonly env: VariablesSources['env']
  readonly platform: NodeJS.Platform
  readonly answer: LoginAnswer | undefined
}

function describe({ shell, own, all, env, platform, answer }: Parts): EnvironmentReport {
  const separator = platform === 'win32' ? ';' : ':'
  const started = new Set(pathOf(own).split(separator))
  const known = { ...env, ...(answer?.ok ? answer.variables : {}) }
  return {
    shell,
    entries: pathOf(all)
      .split(separator)
      .filter((path) => path !== '')
      .map((path) => ({ path, from: started.has(path) ? ('app_start' as const) : ('login_shell' as const) })),
    added: Object.keys(all)
      .filter((name) => !(name in own))
      .sort(),
    removed: Object.keys(known)
      .filter((name) => !(name in all) && !OF_THE_SHELL.has(name) && name !== 'ELECTRON_RUN_AS_NODE')
      .sort(),
    ...(answer ? { ms: answer.ms } : {}),
    ...(answer && !answer.ok ? { problem: answer.problem } : {}),
  }
}

/** Windows writes it "Path". */
const pathOf = (variables: Variables): string => Object.entries(variables).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? ''
