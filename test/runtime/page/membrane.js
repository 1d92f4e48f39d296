// Runs once in each of the page's two worlds, which share the document but no object. Texts pass between them as events whose name
// only these two know. Values are JSON, functions and promises; everything else is refused, as in the contract of the app.
export function membrane(secret, own, other) {
  const { parse, stringify } = JSON
  const { entries, fromEntries, freeze, getPrototypeOf } = Object
  const { isArray } = Array
  const { isFinite } = Number
  const Message = CustomEvent
  const dispatch = document.dispatchEvent.bind(document)
  const functions = new Map()
  const promises = new Map()
  let lastId = 0
  let reply
  let exposed = () => undefined

  document.addEventListener(`${secret}:${own}`, ({ detail }) => receive(parse(detail)))
  return {
    expose: (key, value) => post({ kind: 'expose', key, value: encode(value) }),
    onExpose: (listener) => {
      exposed = listener
    },
  }

  function post(message) {
    dispatch(new Message(`${secret}:${other}`, { detail: stringify(message) }))
  }

  function receive(message) {
    if (message.kind === 'call') post({ kind: 'reply', ...answer(message) })
    else if (message.kind === 'reply') reply = message
    else if (message.kind === 'settle') settle(message)
    else exposed(message.key, decode(message.value))
  }

  function answer({ id, args }) {
    try {
      return { value: encode(functions.get(id)(...args.map(decode))) }
    } catch (error) {
      return { error: textOf(error) }
    }
  }

  function callOther(id, args) {
    post({ kind: 'call', id, args: args.map(encode) })
    const answered = reply
    reply = undefined
    if (answered === undefined) throw new Error('The other side of the bridge is gone.')
    if (answered.error !== undefined) throw new Error(answered.error)
    return decode(answered.value)
  }

  function settle({ id, value, error }) {
    const { resolve, reject } = promises.get(id)
    promises.delete(id)
    if (error === undefined) resolve(decode(value))
    else reject(new Error(error))
  }

  function encode(value) {
    if (isJson(value)) return { json: value }
    if (value === undefined) return {}
    if (typeof value === 'function') return { function: remember(functions, value) }
    if (value instanceof Promise) return { promise: follow(value) }
    if (isArray(value)) return { array: value.map(encode) }
    if (isPlain(value)) return { object: fromEntries(entries(value).map(([key, field]) => [key, encode(field)])) }
    throw new TypeError('Only JSON, functions and promises cross the bridge.')
  }

  function decode(coded) {
    if ('json' in coded) return coded.json
    if ('function' in coded) return freeze((...args) => callOther(coded.function, args))
    if ('promise' in coded) return new Promise((resolve, reject) => promises.set(coded.promise, { resolve, reject }))
    if ('array' in coded) return freeze(coded.array.map(decode))
    if ('object' in coded) return freeze(fromEntries(entries(coded.object).map(([key, field]) => [key, decode(field)])))
    return undefined
  }

  function remember(table, value) {
    table.set(++lastId, value)
    return lastId
  }

  function follow(promise) {
    const id = ++lastId
    promise.then(
      (value) => post({ kind: 'settle', id, value: encode(value) }),
      (error) => post({ kind: 'settle', id, error: textOf(error) }),
    )
    return id
  }

  function isJson(value) {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
    if (typeof value === 'number') return isFinite(value)
    if (typeof value !== 'object') return false
    if (isArray(value)) return value.every(isJson)
    return isPlain(value) && Object.values(value).every((field) => field === undefined || isJson(field))
  }

  function isPlain(value) {
    const prototype = typeof value === 'object' && value !== null ? getPrototypeOf(value) : undefined
    return prototype === Object.prototype || prototype === null
  }

  function textOf(error) {
    return error instanceof Error ? error.message : String(error)
  }
}
