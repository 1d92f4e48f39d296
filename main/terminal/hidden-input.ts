/** What a person typed where the terminal shows nothing: kept only to take it out of what is printed later. */
export interface HiddenInput {
  /** Keys that go to a hidden prompt. */
  type(keys: string): void
  /** The text without what was typed. What may be the beginning of it is held back until more comes. */
  clean(output: string): string
  /** What was held back, at the end. From then on nothing of what was typed is known any more. */
  rest(): string
}

export const HIDDEN_MARK = '[hidden input]'
/** Of less, every letter of an output would be suspected: it is taken out where it stands alone. */
const MIN_ANYWHERE = 4

export function createHiddenInput(): HiddenInput {
  let open = ''
  let held = ''
  let longest = 0
  const secrets = new Set<string>()
  const learn = (): void => {
    if (open !== '') secrets.add(open)
    longest = Math.max(longest, open.length)
    open = ''
  }
  const replaceAll = (text: string): string => {
    let clean = text
    for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
      if (secret.length >= MIN_ANYWHERE) clean = clean.replaceAll(secret, HIDDEN_MARK)
      else clean = clean.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escape(secret)}(?![\\p{L}\\p{N}])`, 'gu'), HIDDEN_MARK)
    }
    return clean
  }
  const heldFrom = (text: string): number => {
    for (let from = Math.max(0, text.length - longest); from < text.length; from += 1) {
      const end = text.slice(from)
      for (const secret of secrets) if (secret.startsWith(end)) return from
    }
    return text.length
  }
  return {
    type: (keys) => {
      for (const key of keys) {
        if (key === '\r' || key === '\n') learn()
        else if (key === '\u007f' || key === '\b') open = open.slice(0, -1)
        else if (key === '\u0017') open = open.replace(/\S*\s*$/, '')
        else if (key === '\u0015' || key === '\u0003') open = ''
        else if (key === '\u0004') learn()
        else open += key
      }
    },
    clean: (output) => {
      if (secrets.size === 0) return output
      const text = replaceAll(held + output)
      const from = heldFrom(text)
      held = text.slice(from)
      return text.slice(0, from)
    },
    rest: () => {
      const text = replaceAll(held)
      held = ''
      open = ''
      secrets.clear()
      return text
    },
  }
}

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
