import { createHash } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { ScriptState } from '../../shared/effects'
import { parseJson } from '../../shared/parse-json'
import { readSmall, type SmallFile } from './read-small'
import { matches } from './wildcards'

/** Files of the project that say what a program runs: in the folder it stands in, whether they are there or not. */
const SCRIPT_FILES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    just: ['justfile', 'Justfile', '.justfile'],
    task: ['Taskfile.yml', 'Taskfile.yaml'],
    cargo: ['Cargo.toml', 'build.rs'],
    gradle: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
    gradlew: ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
    mvn: ['pom.xml'],
    mvnw: ['pom.xml'],
    composer: ['composer.json'],
    rake: ['Rakefile', 'rakefile', 'Rakefile.rb'],
    gulp: ['gulpfile.js', 'gulpfile.mjs', 'gulpfile.ts'],
    grunt: ['Gruntfile.js'],
    tox: ['tox.ini'],
    nox: ['noxfile.py'],
    mix: ['mix.exs'],
    docker: ['docker-compose.yml', 'docker-compose.yaml', 'compose.yml', 'compose.yaml', 'Dockerfile'],
  }),
)

const MAKES: ReadonlySet<string> = new Set(['make', 'gmake'])
const MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun'])
/** The scripts that npm runs by a word of its own. */
const NPM_WORDS: Readonly<Record<string, string>> = {
  test: 'test',
  t: 'test',
  tst: 'test',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
}
const RUN_WORDS: ReadonlySet<string> = new Set(['run', 'run-script', 'rum', 'urn'])
/** Makes a package manager run scripts of other packages than the nearest one. */
const ELSEWHERE = /^(?:-w|-r|-F|-C|--workspaces?|--recursive|--filter|--dir|--cwd|--prefix)(?:=|$)/
/** What is given its code as a file among its words. */
export const INTERPRETERS =
  /^(?:(?:ba|z|da|k|fi|c|tc)?sh|source|\.|node|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|lua|tclsh|osascript|java|Rscript|julia)$/

const MAX_BYTES = 16 * 1024 * 1024
const MAX_DEPTH = 5
/** Files and scripts that are gathered of one program. */
const MAX_STATES = 100
/** Names that words are compared with; to look at a word takes as long as `STEPS_A_WORD` of them. A project of people takes a few thousand. */
const MAX_STEPS = 1_000_000
const STEPS_A_WORD = 10
/** Characters of a script in which calls are looked for. */
const MAX_SEARCHED = 100_000
/** Of a script that is shown when it has changed. */
export const MAX_SCRIPT_TEXT = 300

/** What stands for a file or script that is not there, and for one that cannot be looked at: nothing is bound to that. */
export const NONE = 'none'
export const UNREADABLE = 'unreadable'
/** What stands for all that was not looked at. */
export const further: ScriptState = { name: 'further calls', hash: UNREADABLE }

const Package = z.object({ scripts: z.record(z.string(), z.string()).default({}) })

/** Gathers what decides in the project's own files what programs run. */
export class ScriptReader {
  readonly states: ScriptState[] = []
  private readonly read: (path: string) => Promise<SmallFile>
  private readonly seen = new Set<string>()
  private readonly packages = new Map<string, FoundPackage>()
  private steps = 0

  /** `read`: by absolute path. */
  constructor(read: (path: string) => Promise<SmallFile> = (path) => readSmall(path, MAX_BYTES)) {
    this.read = read
  }

  /** Nothing more is looked at. */
  get isFull(): boolean {
    return this.states.length > MAX_STATES || this.steps > MAX_STEPS
  }

  /** Adds what decides on a program with these words, run in this folder. */
  async readCall(words: readonly string[], folder: string, depth: number): Promise<void> {
    const [name = ''] = words
    this.steps += words.length * STEPS_A_WORD
    if (this.isFull) return this.add(further)
    if (depth > MAX_DEPTH) return this.add({ name, hash: UNREADABLE })
    const base = basename(name)
    if (name.includes('/')) await this.addFile(folder, name)
    if (INTERPRETERS.test(base)) for (const word of words.slice(1)) await this.addGivenFile(folder, word)
    if (MAKES.has(base)) await this.readMake(words, folder)
    if (MANAGERS.has(base)) await this.readPackage(words, folder, depth)
    for (const file of SCRIPT_FILES.get(base) ?? []) await this.addFile(folder, file)
  }

  private add(state: ScriptState): void {
    const key = JSON.stringify([state.name, state.part, state.hash])
    if (!this.seen.has(key)) this.states.push(state)
    this.seen.add(key)
  }

  private async addFile(folder: string, name: string): Promise<void> {
    const read = await this.read(resolve(folder, name))
    this.add({ name, hash: read.kind === 'bytes' ? hashOf(read.bytes) : read.kind === 'none' ? NONE : UNREADABLE })
  }

  /** A word that names no file is none of its scripts. */
  private async addGivenFile(folder: string, word: string): Promise<void> {
    const name = word.startsWith('-') ? (/=(.+)$/s.exec(word)?.[1] ?? '') : word
    if (name === '' || name.includes('\0')) return
    const read = await this.read(resolve(folder, name))
    if (read.kind !== 'none') this.add({ name, hash: read.kind === 'bytes' ? hashOf(read.bytes) : UNREADABLE })
  }

  private async readMake(words: readonly string[], folder: string): Promise<void> {
    const valueOf = (joined: RegExp, alone: string): readonly string[] =>
      words.flatMap((word, at) => {
        const value = word === alone ? words[at + 1] : joined.exec(word)?.[1]
        return value === undefined ? [] : [value]
      })
    const [inner = ''] = valueOf(/^(?:--directory=|-C)(.+)$/, '-C')
    const files = valueOf(/^(?:--(?:make)?file=|-f)(.+)$/, '-f')
    for (const file of files.length > 0 ? files : ['GNUmakefile', 'makefile', 'Makefile']) await this.addFile(folder, join(inner, file))
  }

  private async readPackage(words: readonly string[], folder: string, depth: number): Promise<void> {
    const { home, scripts } = this.packages.get(folder) ?? (await this.findPackage(folder))
    const own = words.includes('--') ? words.slice(0, words.indexOf('--')) : words
    const name = scripts ? scriptName(own, scripts) : undefined
    const others = otherPackages(own)
    if (name === undefined || others.length > 0) await this.addFile(home, 'package.json')
    for (const other of others) await this.addFile(home, join(other, 'package.json'))
    if (scripts && name !== undefined) await this.addScript(name, { home, scripts, depth })
  }

  /** The nearest one from this folder up; as if it were here when there is none. */
  private async findPackage(folder: string): Promise<FoundPackage> {
    let home = folder
    let read = await this.read(join(home, 'package.json'))
    for (; read.kind === 'none' && dirname(home) !== home; read = await this.read(join(home, 'package.json'))) home = dirname(home)
    const found = read.kind === 'none' ? { home: folder } : { home, ...(read.kind === 'bytes' ? parseScripts(read.bytes) : {}) }
    this.packages.set(folder, found)
    return found
  }

  private async addScript(name: string, place: PackagePlace): Promise<void> {
    const { home, scripts } = place
    const key = `${home} ${name}`
    if (this.seen.has(key)) return
    this.seen.add(key)
    if (this.isFull) return this.add(further)
    for (const part of [`pre${name}`, name, `post${name}`]) {
      const text = Object.hasOwn(scripts, part) ? scripts[part] : undefined
      if (text === undefined) this.add({ name: 'package.json', part, hash: NONE })
      else await this.addText({ name: 'package.json', part, hash: hashOf(text), text: text.slice(0, MAX_SCRIPT_TEXT + 1) }, text, place)
    }
  }

  private async addText(state: ScriptState, text: string, place: PackagePlace): Promise<void> {
    this.add(state)
    for (const words of callsIn(text.slice(0, MAX_SEARCHED))) {
      await this.readCall(words, place.home, place.depth + 1)
      // Whatever starts several scripts by name.
      for (const each of this.namedBy(words.slice(1), place.scripts)) await this.addScript(each, place)
    }
    if (this.isFull || text.length > MAX_SEARCHED) this.add(further)
  }

  private namedBy(words: readonly string[], scripts: PackagePlace['scripts']): readonly string[] {
    const names = this.isFull ? [] : Object.keys(scripts)
    const patterns = words.filter((word) => /[*?]/.test(word))
    this.steps += names.length * (1 + patterns.length)
    if (this.isFull) return []
    const said = new Set(words)
    return names.filter((each) => said.has(each) || patterns.some((pattern) => matches(pattern, each)))
  }
}

interface FoundPackage {
  readonly home: string
  /** Absent where they cannot be read. */
  readonly scripts?: Readonly<Record<string, string>>
}

interface PackagePlace extends Required<FoundPackage> {
  readonly depth: number
}

const parseScripts = (bytes: Buffer): Pick<FoundPackage, 'scripts'> => Package.safeParse(parseJson(bytes.toString('utf8'))).data ?? {}

/** The script of package.json that a package manager is told to run; undefined when it does something else. */
function scriptName([manager = '', ...words]: readonly string[], scripts: Readonly<Record<string, string>>): string | undefined {
  const [first = '', second] = words.filter((word) => !word.startsWith('-'))
  if (RUN_WORDS.has(first)) return second
  if (manager === 'npm') return Object.hasOwn(NPM_WORDS, first) ? NPM_WORDS[first] : undefined
  return first === 'test' || Object.hasOwn(scripts, first) ? first : undefined
}

/** Folders or names of packages, behind the flags that lead a package manager there. */
const otherPackages = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, at) => (ELSEWHERE.test(word) ? [/=(.+)$/s.exec(word)?.[1] ?? words[at + 1] ?? ''] : []))

/** What may stand before the word that names a program. */
const BEFORE_A_CALL = /^(?:\w+=.*|cross-env|env|exec|time|if|then|else|elif|while|until|do|!|\{|command|builtin|nohup|sudo)$/

/** The programs of a script's text with their words. Roughly: what is not found here is still bound by the text itself. */
export function callsIn(text: string): readonly (readonly string[])[] {
  return text.split(/&&|\|\||[;|&\n()]/).map((call) => {
    const words = call.split(/\s+/).flatMap((word) => word.replace(/^["']|["']$/g, '') || [])
    const first = words.findIndex((word) => !BEFORE_A_CALL.test(word))
    return first < 0 ? [] : words.slice(first)
  })
}

const hashOf = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
