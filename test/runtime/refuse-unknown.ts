/** The part of Electron that is there, and a clear error instead of `undefined` for everything else. */
export function refuseUnknown<Api extends object>(name: string, api: Api): Api {
  return new Proxy(api, {
    get: (target, key, receiver) => {
      // `then` is asked of everything that is awaited.
      if (key in target || typeof key === 'symbol' || key === 'then' || key === 'toJSON') return Reflect.get(target, key, receiver)
      throw new Error(`${name}.${key} is not part of the Chromium runtime: the app may use it only after test/runtime knows it.`)
    },
  })
}
