import type { Handlers, Push, PushName } from '../../shared/ipc'

/** Tells one window something. */
export type Send = <Name extends PushName>(name: Name, payload: Push<Name>) => void

/** The app without its windows. */
export interface Core {
  readonly handlers: Handlers
  /** From now on this window is told what changes; the function that comes back ends that. */
  attach(send: Send): () => void
  /** Ends tasks and their children and flushes journals, within 5 s. */
  dispose(): Promise<void>
}

/** Where the operating system keeps secrets. */
export interface Keychain {
  /** As a person knows it; also stored beside what it sealed. */
  readonly name: string
  isAvailable(): Promise<boolean>
  /** Answers with base64. */
  seal(text: string): Promise<string>
  open(sealed: string): Promise<string>
}

/** What only a desktop can do. */
export interface Desktop {
  /** `null` when the dialog was closed. */
  pickFolder(): Promise<string | null>
  /** http and https only; anything else throws. */
  openExternal(url: string): Promise<void>
  revealFile(path: string): Promise<void>
  /** Moves a file to the system's trash. False where that is not possible. */
  trashFile(path: string): Promise<boolean>
}

export interface DesktopNotice {
  readonly title: string
  readonly body: string
}

export interface CoreOptions {
  readonly dataDir: string
  readonly initialCwd?: string
  readonly runtime: 'electron' | 'chromium'
  readonly version: string
  readonly keychain?: Keychain
  readonly dialogs: Desktop
  /** Shows a notification of the system, unless the person is looking at the window anyway. */
  readonly notify?: (notice: DesktopNotice) => void
}
export type CreateCore = (options: CoreOptions) => Promise<Core>
