import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The commands of a corpus beside this file, its signs replaced. `{project}` stands for the folder that is given. */
export function readCorpus(name: 'everyday-commands' | 'must-ask-commands', project = ''): readonly string[] {
  return readFileSync(join(import.meta.dirname, `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) =>
      line
        .replaceAll('{project}', project)
        .replace(/(\S+| )\{x(\d+)\}/, (_, text: string, count: string) => text.repeat(Number(count)))
        .replaceAll('␤', '\n')
        .replaceAll('␍', '\r')
        .replaceAll('␉', '\t')
        .replace(/<U\+([0-9A-F]{4})>/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))),
    )
}
