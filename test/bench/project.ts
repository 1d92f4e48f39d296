import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MODULES = 40
const LINES = 200
const NOTES = 10
const FIRST_EDITED_LINE = 100

/** One step of the scripted task: what the model calls, and what its result must hold (edits are counted on disk). */
export interface Step {
  readonly op: 'read' | 'edit' | 'run' | 'search' | 'list'
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expect: string
}

const three = (value: number): string => String(value).padStart(3, '0')
const moduleFile = (index: number): string => `src/part-${three(index)}.ts`
const constant = (index: number, line: number): string => `PART_${three(index)}_${three(line)}`

/** A project of 440 small files, the same at every run. */
export async function makeProject(folder: string): Promise<void> {
  await mkdir(join(folder, 'src'), { recursive: true })
  for (let index = 0; index < MODULES; index += 1) {
    const lines = Array.from(
      { length: LINES },
      (_, line) => `export const ${constant(index, line)} = ${line} // line ${line} of part ${index}`,
    )
    await writeFile(join(folder, moduleFile(index)), `${lines.join('\n')}\n`)
    const notes = join(folder, 'notes', three(index))
    await mkdir(notes, { recursive: true })
    for (let note = 0; note < NOTES; note += 1)
      await writeFile(join(notes, `note-${note}.txt`), `marker_${three(index)} in note ${note}\nmore\n`)
  }
}

/** Step k: read, edit, run, search and list in turn. No two calls are alike, so that no loop detector wakes. */
export function stepAt(k: number): Step {
  const round = Math.floor(k / 5)
  const index = round % MODULES
  const line = FIRST_EDITED_LINE + (Math.floor(round / MODULES) % (LINES - FIRST_EDITED_LINE))
  const path = moduleFile(index)
  const before = `export const ${constant(index, line)} = ${line} `
  const after = `export const ${constant(index, line)} = ${line + 1_000} `
  const diff = `------- SEARCH\n${before}// line ${line} of part ${index}\n=======\n${after}// line ${line} of part ${index}\n+++++++ REPLACE\n`
  const steps: readonly Step[] = [
    { op: 'read', name: 'read_file', input: { path }, expect: constant(index, LINES - 1) },
    { op: 'edit', name: 'replace_in_file', input: { path, diff }, expect: '' },
    { op: 'run', name: 'execute_command', input: { command: `echo step-${k}`, requires_approval: false }, expect: `step-${k}` },
    { op: 'search', name: 'search_files', input: { path: '.', regex: `marker_${three(index)}` }, expect: 'note-9.txt' },
    { op: 'list', name: 'list_files', input: { path: `notes/${three(index)}` }, expect: 'note-9.txt' },
  ]
  return steps[k % 5]
}

/** How many edits of the script are on disk. */
export async function countEdits(folder: string): Promise<number> {
  let edits = 0
  for (let index = 0; index < MODULES; index += 1) {
    const text = await readFile(join(folder, moduleFile(index)), 'utf8')
    edits += [...text.matchAll(/ = (\d+) \/\//g)].filter(([, value]) => Number(value) >= 1_000).length
  }
  return edits
}
