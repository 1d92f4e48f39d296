const MAX_ARGUMENTS = 3
const MAX_VALUE = 48

/** A call in one line, for whoever watches: `read_file(path=src/a.ts)`. */
export function previewCall(name: string, input: Readonly<Record<string, unknown>>): string {
  const values = Object.entries(input).slice(0, MAX_ARGUMENTS)
  return `${name}(${values.map(([key, value]) => `${key}=${shorten(value)}`).join(', ')})`
}

function shorten(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ')
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text
}
