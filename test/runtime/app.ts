import { EventEmitter } from 'node:events'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type Electron from 'electron'
import { type InstanceLock, lockInstance } from './instance-lock'

type AppSlice = Pick<
  Electron.App,
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'getVersion'
  | 'getName'
  | 'setName'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'enableSandbox'
  | 'isPackaged'
  | 'requestSingleInstanceLock'
>
type PathName = Parameters<AppSlice['setPath']>[0]

export interface AppHost {
  readonly appPath: string
  readonly name: string
  readonly version: string
  /** Begins what must be there before the app is ready. */
  prepare(): Promise<void>
  /** Asks each window to close; false when one of them would not. */
  closeWindows(): boolean
  /** Ends the browser; the process goes after that. */
  end(): Promise<void>
}

/** The life of the app: ready, windows, quit. The order of its events is Electron's. */
export class AppStandIn extends EventEmitter implements AppSlice {
  readonly isPackaged = false
  private readonly host: AppHost
  private readonly paths: Map<string, string>
  private readonly ready: Promise<void>
  private readonly beginReady: () => void
  private readonly codeLoaded = Promise.withResolvers<void>()
  private name: string
  private hasBegun = false
  private isUp = false
  private isQuitting = false
  private hasEnded = false
  private lock: InstanceLock | undefined

  constructor(host: AppHost) {
    super()
    this.host = host
    this.name = host.name
    this.paths = new Map([
      ['home', homedir()],
      ['temp', tmpdir()],
      ['userData', join(tmpdir(), `${host.name}-user-data`)],
    ])
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ready = promise
    this.beginReady = resolve
  }

  whenReady(): Promise<void> {
    this.begin()
    return this.ready
  }

  /** To be called once the main bundle has been evaluated: only then, as in Electron, the app becomes ready. */
  mainIsLoaded(): void {
    this.codeLoaded.resolve()
    this.begin()
  }

  private begin(): void {
    if (this.hasBegun || this.isQuitting) return
    this.hasBegun = true
    Promise.all([this.host.prepare(), this.codeLoaded.promise]).then(
      () => {
        this.isUp = true
        this.beginReady()
        this.emit('ready', {}, {})
      },
      (error: unknown) => {
        if (!this.hasEnded) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
        this.exit(1)
      },
    )
  }

  isReady(): boolean {
    return this.isUp
  }

  /** For the runtime itself: from here on nothing matters any more. */
  get isEnding(): boolean {
    return this.hasEnded
  }

  quit(): void {
    if (this.hasEnded) return
    this.isQuitting = true
    if (this.isPrevented('before-quit') || !this.host.closeWindows()) {
      this.isQuitting = false
      return
    }
    if (!this.isPrevented('will-quit')) this.exit(0)
  }

  /** For the windows' own bookkeeping. */
  lastWindowClosed(): void {
    if (this.isQuitting) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }

  exit(code = 0): void {
    if (this.hasEnded) return
    this.hasEnded = true
    this.emit('quit', {}, code)
    const told = this.lock?.told ?? Promise.resolve()
    void Promise.all([told, this.host.end()]).then(() => {
      this.lock?.release()
      process.exit(code)
    })
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    const arrival = { argv: process.argv, cwd: process.cwd(), data: additionalData ?? null }
    this.lock ??= lockInstance(this.getPath('userData'), arrival, ({ argv, cwd, data }) =>
      this.emit('second-instance', {}, argv, cwd, data),
    )
    return this.lock.isFirst
  }

  getVersion(): string {
    return this.host.version
  }

  getName(): string {
    return this.name
  }

  setName(name: string): void {
    this.name = name
  }

  getAppPath(): string {
    return this.host.appPath
  }

  getPath(name: PathName): string {
    const path = this.paths.get(name)
    if (path === undefined) throw new Error(`The Chromium runtime does not know app.getPath('${name}').`)
    return path
  }

  setPath(name: string, path: string): void {
    this.paths.set(name, path)
  }

  /** Every page is sandboxed as far as this machine allows, see chromium.ts. */
  enableSandbox(): void {
    if (this.isUp) throw new Error('app.enableSandbox must be called before the app is ready.')
  }

  private isPrevented(event: 'before-quit' | 'will-quit'): boolean {
    let isPrevented = false
    this.emit(event, {
      preventDefault: () => {
        isPrevented = true
      },
    })
    return isPrevented
  }
}
