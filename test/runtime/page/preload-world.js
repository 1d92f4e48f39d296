// The isolated world: what a sandboxed preload finds in Electron, as far as the app uses it.
export function preloadWorld(bridge, { toMain, fromMain }, preload) {
  // As in Electron, frames inside of the page get no preload.
  if (window !== window.top) return
  const post = globalThis[toMain]
  const waiting = new Map()
  const listeners = new Map()
  let lastId = 0

  const ipcRenderer = {
    invoke: (channel, ...args) =>
      new Promise((resolve, reject) => {
        waiting.set(++lastId, { channel, resolve, reject })
        post(JSON.stringify({ id: lastId, channel, args }))
      }),
    on: (channel, listener) => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    off: (channel, listener) => {
      const before = listeners.get(channel) ?? []
      listeners.set(
        channel,
        before.filter((known) => known !== listener),
      )
      return ipcRenderer
    },
  }
  const contextBridge = { exposeInMainWorld: (key, api) => bridge.expose(key, api) }

  globalThis[fromMain] = (message) => {
    if (message.id !== undefined) settle(message)
    else for (const listener of listeners.get(message.channel) ?? []) tell(listener, message.args)
  }

  function settle({ id, value, error }) {
    const { channel, resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) resolve(value)
    else reject(new Error(`Error invoking remote method '${channel}': ${error}`))
  }

  function tell(listener, args) {
    try {
      listener({}, ...args)
    } catch (error) {
      console.error(error)
    }
  }

  function refuseUnknown(name, api) {
    return new Proxy(api, {
      get: (target, key) => {
        if (key in target || typeof key === 'symbol') return target[key]
        throw new Error(`${name}.${key} is not part of the Chromium runtime.`)
      },
    })
  }

  const electron = { ipcRenderer: refuseUnknown('ipcRenderer', ipcRenderer), contextBridge: refuseUnknown('contextBridge', contextBridge) }
  const require = (name) => {
    if (name === 'electron') return refuseUnknown('electron', electron)
    throw new Error(`A preload can require nothing but electron, not ${name}.`)
  }
  const module = { exports: {} }
  preload(module.exports, require, module)
}
