import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { scanJournal } from '../../../main/storage/journal-reader'
import { replay, type ReplayedTask } from '../../../main/task/replay'
import { type ModelServer, startModelServer } from '../../support/model-server/model-server'
import { tempFolder } from '../../support/temp-folder'
import { checkStream } from './event-rules'
import { type Ended, type Program, run, start } from './program'

type Script = Parameters<typeof startModelServer>[0]

export interface PlaceOptions {
  readonly files?: Readonly<Record<string, string>>
  readonly protocol?: 'anthropic' | 'openai'
  readonly env?: Readonly<Record<string, string>>
}

export const KEY = 'sk-test-key-of-this-run'

interface PlaceParts {
  readonly dataDir: string
  readonly cwd: string
  readonly home: string
  readonly server: ModelServer
  readonly options: PlaceOptions
}

/** Folders, a scripted model and the options that lead to it, for one test. */
export class Place {
  readonly dataDir: string
  readonly cwd: string
  readonly home: string
  readonly server: ModelServer
  private readonly options: PlaceOptions

  constructor({ dataDir, cwd, home, server, options }: PlaceParts) {
    this.dataDir = dataDir
    this.cwd = cwd
    this.home = home
    this.server = server
    this.options = options
  }

  get env(): Record<string, string> {
    const path = process.env['PATH'] ?? ''
    return {
      PATH: path,
      HOME: this.home,
      SHELL: '/bin/sh',
      LANG: 'C.UTF-8',
      ANTHROPIC_API_KEY: KEY,
      OPENAI_API_KEY: KEY,
      ...this.options.env,
    }
  }

  /** The options that name the model, the project and the data. */
  get where(): string[] {
    const openai = this.options.protocol === 'openai'
    const model = openai
      ? ['--provider', 'openai', '--model', 'some-model', '--base-url', this.server.openAiUrl]
      : ['--provider', 'anthropic', '--model', 'claude-sonnet-5-5', '--base-url', this.server.url]
    return [...model, '--data-dir', this.dataDir]
  }

  start(args: readonly string[] = [], prompt = 'Do the work.'): Program {
    return start(['run', '--json', '--cwd', this.cwd, ...this.where, ...args, prompt], { env: this.env })
  }

  resume(taskId: string, args: readonly string[] = [], message?: string): Program {
    const words = message === undefined ? [] : [message]
    return start(['resume', taskId, ...words, '--json', ...this.where, ...args], { env: this.env })
  }

  /** A whole run with nobody at stdin, held against the rules of the stream. */
  async run(args: readonly string[] = [], prompt?: string): Promise<Ended> {
    const program = this.start(args, prompt)
    if (args.includes('--on-ask')) program.closeStdin()
    return checked(program)
  }

  /** Another command in the same data folder. */
  command(...args: readonly string[]): Promise<Ended> {
    return run([...args, '--data-dir', this.dataDir], { env: this.env })
  }

  read(path: string): Promise<string> {
    return readFile(join(this.cwd, path), 'utf8')
  }

  journalOf(taskId: string): string {
    return join(this.dataDir, 'tasks', taskId, 'journal.jsonl')
  }

  async replayed(taskId: string): Promise<ReplayedTask> {
    const { records } = await scanJournal(this.journalOf(taskId))
    return replay(records.map((entry) => entry.record))
  }

  tasks(): Promise<string[]> {
    return readdir(join(this.dataDir, 'tasks'))
  }
}

/** Waits for the end and checks everything that holds for every run. */
export async function checked(program: Program): Promise<Ended> {
  const ended = await program.ended
  checkStream(ended, program.oddLines)
  return ended
}

export async function openPlace(script: Script, options: PlaceOptions = {}): Promise<Place> {
  const [dataDir, cwd, home] = [await tempFolder(), await tempFolder(), await tempFolder()]
  for (const [path, text] of Object.entries(options.files ?? {})) {
    await mkdir(dirname(join(cwd, path)), { recursive: true })
    await writeFile(join(cwd, path), text)
  }
  const server = await startModelServer(script)
  onTestFinished(() => server.close())
  return new Place({ dataDir, cwd, home, server, options })
}

export const call = (tool: string, input: Record<string, unknown>) => ({ tool, input })
export const write = (path: string, content: string) => call('write_to_file', { path, content })
export const command = (text: string, isRisky = false) => call('execute_command', { command: text, requires_approval: isRisky })
export const replace = (path: string, search: string, by: string) =>
  call('replace_in_file', { path, diff: `------- SEARCH\n${search}\n=======\n${by}\n+++++++ REPLACE\n` })
export const complete = (result = 'All done.') => ({ pieces: [call('attempt_completion', { result })] })
