import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { defaultBrowserSettings } from '../../shared/browser'
import type { RowPatch } from '../../shared/extension-state'
import type { AskAnswer, ClineMessage, FileChange } from '../../shared/messages'
import { appendToRow, patchRow } from '../../shared/row-change'
import type { FormatRule } from '../../shared/settings'
import type { ClineDefaultTool } from '../../shared/tools'
import { createBrowsers } from '../../main/browser/browsers'
import type { TaskBrowser } from '../../main/browser/task-browser'
import { createDiskFiles } from '../../main/changes/disk-files'
import { createImageStore } from '../../main/changes/image-store'
import { TaskChanges } from '../../main/changes/task-changes'
import { recordingFiles, recordingFormatter, recordingTerminal } from '../../main/task/recording-ports'
import { sayOf } from '../../main/tools/draw-card'
import { createTerminals, type TaskTerminal } from '../../main/terminal/terminals'
import type { McpPort } from '../../main/tools/mcp-port'
import type { LoadedSkill } from '../../main/tools/skills-port'
import type { NewAsk, NewSay, TaskConfig } from '../../main/tools/task-config'
import type { WebPort } from '../../main/tools/web-port'
import { done, type IToolHandler, type PartialToolUse, type ToolResponse } from '../../main/tools/tool-handler'
import { createEdits } from '../../main/workspace/edit-port'
import { createFiles } from '../../main/workspace/files'
import { createFormatter } from '../../main/workspace/formatter'
import { listProject } from '../../main/workspace/list-project'
import { createSearch } from '../../main/workspace/search'
import { diffTexts } from '../../main/workspace/text-diff'
import { tempWorkspace } from './temp-workspace'

export interface TestTool {
  readonly config: TaskConfig
  /** The commands of the task, as the person sees them. */
  readonly terminal: TaskTerminal
  readonly cwd: string
  /** The chat as it stands. */
  readonly rows: ClineMessage[]
  /** Answers asks as they come, in order. One that is missing is never answered. */
  readonly answers: AskAnswer[]
  readonly changes: FileChange[]
  /** Calls that a tool made itself. */
  readonly nested: { readonly name: ClineDefaultTool; readonly input: unknown }[]
  cancel(): void
  /** Lets the command that runs go on in the background. */
  detach(): void
  /** Prepares and runs a call as the executor does. Gives what was prepared when that already failed. */
  call<Input, Basis>(handler: IToolHandler<Input, Basis>, input: Record<string, unknown>): Promise<ToolResponse>
}

export interface TestToolOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  readonly mode?: 'plan' | 'act'
  readonly yolo?: boolean
  /** Whether the model takes pictures; true unless given. */
  readonly images?: boolean
  readonly lineLimit?: number
  /** Whether somebody is there who could type into a command; somebody unless said. */
  readonly attended?: boolean
  readonly lastToolName?: string
  readonly skills?: readonly LoadedSkill[]
  readonly nestedResponse?: ToolResponse
  readonly formatOnSave?: readonly FormatRule[]
  readonly mcp?: McpPort
  /** The web, where a test needs it; without it neither tool is offered. */
  readonly web?: Partial<WebPort>
}

/** No server is there. */
const noMcp: McpPort = {
  settingsPath: '/settings/cline_mcp_settings.json',
  tools: () => [],
  servers: () => [],
  settled: () => Promise.resolve(),
  callTool: () => Promise.resolve({ ok: false, message: 'it is not there' }),
  readResource: () => Promise.resolve({ ok: false, message: 'it is not there' }),
  takeNotifications: () => [],
}

/** Everything a handler sees, on a real folder, with callbacks that remember. */
export async function testTool(options: TestToolOptions = {}): Promise<TestTool> {
  const cwd = await tempWorkspace(options.files)
  const state = await tempWorkspace()
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] }
  const folders = { logs: join(state, 'logs'), ledger: join(state, 'processes') }
  const terminals = await createTerminals({ ...folders, env, platform: process.platform, attended: options.attended ?? true })
  const terminal = terminals.forTask('task', () => undefined)
  const browser = await taskBrowser(state)
  onTestFinished(async () => {
    await terminal.endAll()
    terminals.close()
  })
  const chat = createChat()
  const abort = new AbortController()
  const changes: FileChange[] = []
  const noted = noteIn(cwd, join(state, 'images'), changes)
  const nested: { name: ClineDefaultTool; input: unknown }[] = []
  let detach: () => void = () => undefined
  const config: TaskConfig = {
    taskId: 'task',
    cwd,
    mode: options.mode ?? 'act',
    settings: {
      yoloModeToggled: options.yolo ?? false,
      terminalOutputLineLimit: options.lineLimit ?? 500,
      supportsImages: options.images ?? true,
      takesWebp: true,
    },
    state: {
      fileReadCache: new Map(),
      failedEdits: new Map(),
      seenTexts: new Map(),
      previews: new Map(),
      lastToolName: options.lastToolName,
    },
    services: {
      explain: {
        changes: () => Promise.resolve({ ok: true, value: { files: [], leftOut: 0 } }),
        ask: () => Promise.resolve(''),
      },
      reports: {
        complete: (report) => report,
        open: () => Promise.resolve({ address: 'https://example.com/', isOpen: true }),
      },
      subagents: {
        isEnabled: () => true,
        agent: () => undefined,
        run: () => Promise.reject(new Error('No subagents in this test.')),
        ownsReport: () => false,
      },
      files: recordingFiles(createFiles(cwd), noted),
      search: createSearch(),
      edits: createEdits(),
      formatter: recordingFormatter(
        createFormatter(() => options.formatOnSave ?? [], { cwd, variables: () => Promise.resolve({ PATH: process.env['PATH'] ?? '' }) }),
        noted,
      ),
      terminal: recordingTerminal(terminal, noted, () => true),
      jobs: terminal,
      skills: { list: () => Promise.resolve(options.skills ?? []), known: () => options.skills ?? [] },
      browser,
      handles: terminal,
      mcp: options.mcp ?? noMcp,
      web: { ...noWeb, ...options.web },
    },
    callbacks: {
      ...chat.callbacks,
      feedback: () => undefined,
      detached: () => new Promise((resolve) => (detach = resolve)),
      changes: () => changes,
      completing: () => Promise.resolve(),
    },
    coordinator: {
      has: () => true,
      execute: (name, input) => {
        nested.push({ name, input })
        return Promise.resolve(options.nestedResponse ?? done('Exit code 0.'))
      },
    },
    signal: abort.signal,
  }
  return {
    config,
    terminal,
    cwd,
    rows: chat.rows,
    answers: chat.answers,
    changes,
    nested,
    cancel: () => abort.abort(new Error('cancelled')),
    detach: () => detach(),
    call: (handler, input) => runCall(config, handler, input),
  }
}

/** None runs before a tool opens a page. */
async function taskBrowser(state: string): Promise<TaskBrowser> {
  const browsers = await createBrowsers({
    state: join(state, 'browsers'),
    settings: () => defaultBrowserSettings,
    platform: process.platform,
    env: process.env,
    holdsSecret: () => false,
  })
  const browser = browsers.forTask(join(state, 'task'))
  onTestFinished(() => browser.end())
  return browser
}

const noWeb: WebPort = {
  offers: () => ({ fetch: false, search: false }),
  hostsOf: () => [],
  refusalOf: () => undefined,
  concernOf: () => undefined,
  fetch: () => Promise.reject(new Error('No web in this test.')),
  search: () => Promise.reject(new Error('No web in this test.')),
}

/** Notes what is written as a task does, and each edit of a file in `edits`. */
function noteIn(cwd: string, images: string, edits: FileChange[]): TaskChanges {
  return new TaskChanges({
    cwd,
    images: createImageStore(images),
    files: createDiskFiles(cwd),
    list: listProject,
    diff: (before, after) => diffTexts(before, after, 0),
    record: (record) => {
      if (record.k === 'change' && record.by === 'agent') edits.push({ path: record.path, added: record.added, removed: record.removed })
    },
    changed: () => undefined,
  })
}

/** A call whose arguments still stream. */
export const partial = (name: ClineDefaultTool, input: Record<string, unknown>): PartialToolUse => ({ name, callId: 'call_1', input })

async function runCall<Input, Basis>(
  config: TaskConfig,
  handler: IToolHandler<Input, Basis>,
  given: Record<string, unknown>,
): Promise<ToolResponse> {
  const input = handler.spec.input.parse(given)
  const prepared = await handler.prepare(input, config)
  if (prepared.kind === 'failed') return prepared.response
  const { card } = prepared
  const ts = card && config.callbacks.say(sayOf(card))
  return handler.execute(config, { name: handler.name, callId: 'call_1', input }, prepared.basis, ts)
}

function createChat() {
  const rows: ClineMessage[] = []
  const answers: AskAnswer[] = []
  const at = (ts: number): number => rows.findIndex((row) => row.ts === ts)
  const add = (row: object): number => {
    const ts = rows.length + 1
    rows.push({ ts, ...row } as ClineMessage)
    return ts
  }
  const patch = (ts: number, change: RowPatch): void => {
    rows[at(ts)] = patchRow(rows[at(ts)], change)
  }
  const openAsk = (row: NewAsk, existingTs?: number) => {
    const ts = existingTs ?? add({ type: 'ask', ...row })
    if (existingTs !== undefined) patch(ts, { ...row, type: 'ask', say: null, partial: null })
    const next = answers.shift()
    const answer: Promise<AskAnswer> = next ? Promise.resolve(next) : new Promise(() => undefined)
    return { ts, answer }
  }
  return {
    rows,
    answers,
    callbacks: {
      say: (row: NewSay) => add({ type: 'say', ...row }),
      patchRow: patch,
      appendRow: (...[ts, field, append]: Parameters<TaskConfig['callbacks']['appendRow']>) => {
        rows[at(ts)] = appendToRow(rows[at(ts)], field, append)
      },
      openAsk,
      ask: (row: NewAsk, existingTs?: number) => openAsk(row, existingTs).answer,
    },
  }
}
