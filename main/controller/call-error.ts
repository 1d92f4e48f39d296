import type { IpcError } from '../../shared/ipc'

/** A call that cannot be carried out, in words for the person. Its `code` reaches the window. */
export class CallError extends Error {
  readonly code: IpcError['code']
  constructor(code: IpcError['code'], message: string) {
    super(message)
    this.name = 'CallError'
    this.code = code
  }
}
