import type Electron from 'electron'

type Listener = Parameters<Electron.IpcMain['handle']>[1]
type Invocation = Pick<Electron.IpcMainInvokeEvent, 'sender' | 'senderFrame'>

export interface IpcMainStandIn extends Pick<Electron.IpcMain, 'handle' | 'removeHandler'> {
  /** Runs the handler of a channel for a page. Rejects when there is none or it throws. */
  invoke(event: Invocation, channel: string, args: readonly unknown[]): Promise<unknown>
}

export function createIpcMain(): IpcMainStandIn {
  const listeners = new Map<string, Listener>()
  return {
    handle: (channel, listener) => {
      if (listeners.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
      listeners.set(channel, listener)
    },
    removeHandler: (channel) => {
      listeners.delete(channel)
    },
    invoke: async (event, channel, args) => {
      const listener = listeners.get(channel)
      if (!listener) throw new Error(`No handler registered for '${channel}'`)
      // A listener is given the slice of the event that the app uses.
      return (await listener(event as Electron.IpcMainInvokeEvent, ...args)) as unknown
    },
  }
}
