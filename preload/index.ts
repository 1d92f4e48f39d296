import { contextBridge, ipcRenderer } from 'electron'
import { BRIDGE_KEY, CALL_CHANNEL, callNames, PUSH_CHANNEL, pushNames } from '../shared/ipc-names'

const known = (names: readonly string[], name: string): void => {
  if (!names.includes(name)) throw new Error(`Unknown name: ${name}`)
}

contextBridge.exposeInMainWorld(BRIDGE_KEY, {
  invoke: (name: string, input: unknown): Promise<unknown> => {
    known(callNames, name)
    return ipcRenderer.invoke(CALL_CHANNEL, name, input)
  },
  on: (name: string, listener: (payload: unknown) => void): (() => void) => {
    known(pushNames, name)
    const heard = (_event: unknown, pushed: string, payload: unknown): void => {
      if (pushed === name) listener(payload)
    }
    ipcRenderer.on(PUSH_CHANNEL, heard)
    return () => ipcRenderer.off(PUSH_CHANNEL, heard)
  },
})
