import { readdir } from 'node:fs/promises'
import type { JudgedCommand, PathEffect } from '../../shared/effects'
import { matches } from '../workspace/wildcards'
import { mayHoldSecrets } from './secret-paths'

/** So many names are looked at; what lies behind them is not known. */
const MAX_LOOKED = 20_000
/** What others wrote, and no keys of the person's. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules'])

/** Files that may hold keys and that a command would read without naming them: in a search through folders, or as what `find` finds. */
export async function secretsBelow({ programs, reads }: Pick<JudgedCommand, 'programs' | 'reads'>): Promise<readonly PathEffect[]> {
  const goingDown = programs.filter(({ words }) => SEARCHES.test(words.join(' ')) || words.some((word) => word === '{}' || word === '…'))
  if (goingDown.length === 0) return []
  const words = programs.flatMap((program) => program.words)
  const patterns = patternsIn(words)
  const seesHidden = !goingDown.every(({ words: [name, ...rest] }) => name === 'rg' && !rest.some((word) => SHOWS_HIDDEN.test(word)))
  const found = await Promise.all(reads.map((folder) => secretsIn(folder, seesHidden)))
  return found
    .flat()
    .filter(({ real }) => patterns.length === 0 || patterns.some((pattern) => matches(pattern, nameOf(real).toLowerCase())))
}

const SEARCHES = /^(?:[efz]?grep|rg|ag|ack|git grep)\b/
const SHOWS_HIDDEN = /^(?:-\w*[u.]|--hidden|--no-ignore|--unrestricted)/

/** What names must look like: of `find`, `grep` and `rg`. None where a name may also be another, or the pattern is more than `*` and `?`. */
function patternsIn(words: readonly string[]): readonly string[] {
  if (words.some((word) => OTHERWISE.has(word))) return []
  const patterns = words.flatMap((word, at) => {
    const joined = /^--(?:include|glob)=(.*)$/s.exec(word)?.[1]
    const isNext = /^(?:-i?name|-g|--include|--glob)$/.test(words[at - 1] ?? '')
    const pattern = joined ?? (isNext ? word : undefined)
    return pattern === undefined ? [] : [pattern.replace(/^.*\//, '').toLowerCase()]
  })
  return patterns.some((pattern) => /^!|[[{\\]/.test(pattern)) ? [] : patterns
}

const OTHERWISE: ReadonlySet<string> = new Set(['!', '-not', '-o', '-or', ','])

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

async function secretsIn({ real, display, inside }: PathEffect, seesHidden: boolean): Promise<readonly PathEffect[]> {
  const found: PathEffect[] = []
  const folders = ['']
  let looked = 0
  for (let folder = folders.pop(); folder !== undefined && looked < MAX_LOOKED; folder = folders.pop()) {
    for (const entry of await entriesOf(`${real}${folder}`)) {
      looked += 1
      if (LEFT_OUT.has(entry.name) || (!seesHidden && entry.name.startsWith('.'))) continue
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else if (mayHoldSecrets(path))
        found.push({ real: `${real}${path}`, display: display === '.' ? path.slice(1) : `${display}${path}`, inside })
    }
  }
  return found
}

/** None for what is no folder, or cannot be looked into. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}
