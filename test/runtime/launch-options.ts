export interface LaunchOptions {
  readonly appPath: string
  readonly appArgs: readonly string[]
  readonly offscreen: boolean
  /** As Electron's `--remote-debugging-port`: also for others, printed once it listens. */
  readonly debuggingPort?: string
  /** As Node's `--inspect=PORT`. */
  readonly inspectPort?: number
}

/** Reads the command line as Electron does: switches, the app, and what is for the app. */
export function readLaunchOptions(argv: readonly string[]): LaunchOptions {
  const switches = argv.filter(isSwitch)
  const [appPath = '.', ...appArgs] = argv.filter((argument) => !isSwitch(argument))
  const valueOf = (name: string): string | undefined => switches.find((item) => item.startsWith(`${name}=`))?.slice(name.length + 1)
  const inspectPort = valueOf('--inspect')
  const debuggingPort = valueOf('--remote-debugging-port')
  return {
    appPath,
    appArgs,
    offscreen: switches.includes('--offscreen'),
    ...(debuggingPort === undefined ? {} : { debuggingPort }),
    ...(inspectPort === undefined ? {} : { inspectPort: Number(inspectPort) }),
  }
}

/** `--no-sandbox` is heard and not obeyed: chromium.ts decides, by what this machine can do. */
const isSwitch = (argument: string): boolean =>
  argument === '--offscreen' ||
  argument === '--no-sandbox' ||
  argument.startsWith('--inspect=') ||
  argument.startsWith('--remote-debugging-port=')
