import { mayHoldSecrets } from '../approval/secret-paths'
import type { FilesPort, SearchMatch, SearchPort, TerminalPort } from '../tools/task-config'
import type { Taint } from './taint'

/** Files as before: whatever reads one that may hold keys, it is noted. */
export function watchingFiles(files: FilesPort, taint: Taint): FilesPort {
  const noted = <Answer extends { readonly ok: boolean }>(real: string, answer: Answer): Answer => {
    if (answer.ok && mayHoldSecrets(real)) taint.add('secrets')
    return answer
  }
  return {
    ...files,
    readText: async (path, maxBytes) => noted(path.real, await files.readText(path, maxBytes)),
    readLines: async (path, range, signal) => noted(path.real, await files.readLines(path, range, signal)),
  }
}

/**
 * A search as before, but for files that may hold keys and that nobody named: what they hold is noted, and once strangers have had a word
 * in the task, left out.
 */
export function watchingSearch(search: SearchPort, taint: Taint): SearchPort {
  return {
    search: async (request, signal) => {
      const found = await search.search(request, signal)
      if (!found.ok) return found
      const { real } = request.path
      const isNamed = mayHoldSecrets(real)
      const holdsKeys = ({ file }: SearchMatch): boolean => isNamed || mayHoldSecrets(`${real}/${file}`)
      const { matches } = found.value
      const secret = matches.filter(holdsKeys)
      if (secret.length === 0) return found
      if (isNamed || !taint.hasStrangersText) {
        taint.add('secrets')
        return found
      }
      const withheld = [...new Set(secret.map(({ file }) => file))]
      return { ok: true, value: { ...found.value, matches: matches.filter((match) => !holdsKeys(match)), withheld } }
    },
  }
}

/** Commands as before: one that reads a file that may hold keys is noted. */
export function watchingTerminal(terminal: TerminalPort, taint: Taint, readsSecrets: (command: string) => boolean): TerminalPort {
  return {
    run: (request) => {
      if (readsSecrets(request.command)) taint.add('secrets')
      return terminal.run(request)
    },
  }
}
