import type { Job } from '../../shared/jobs'
import type { ClineAskMessage, ClineSayMessage, HeardAnswer } from '../../shared/messages'
import type { RowPatch } from '../../shared/extension-state'
import type { AppendField, AppendValue, FileChange } from '../../shared/messages'
import type { Mode } from '../../shared/settings'
import type { ClineDefaultTool } from '../../shared/tools'
import type { BrowserPort } from './browser-port'
import type { ExplainPort } from './explain-port'
import type { McpServices } from './mcp-port'
import type { ReportsPort } from './reports-port'
import type { SkillsPort } from './skills-port'
import type { SubagentsPort } from './subagents-port'
import type { ToolResponse } from './tool-handler'
import type { WebPort } from './web-port'

/** Omits a key from each member of a union. */
type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never
export type NewSay = Without<ClineSayMessage, 'ts' | 'type'>
export type NewAsk = Without<ClineAskMessage, 'ts' | 'type' | 'answer'>

/** A path as given, resolved once: the same object serves validation, approval, work and display. */
export interface ResolvedPath {
  readonly given: string
  /** Absolute, as the person would write it (links not followed). */
  readonly absolute: string
  /** Links followed; for a path that does not exist yet, those of its nearest existing parent. */
  readonly real: string
  /** Relative inside the project, absolute outside; always with `/`. */
  readonly display: string
  /** Decided from `real`. */
  readonly inside: boolean
  readonly kind: 'file' | 'directory' | 'missing' | 'other'
  /** Bytes; 0 when missing. */
  readonly size: number
}

export interface TextFile {
  /** Decoded text, line ends as they are. */
  readonly text: string
  /** What it was decoded from, in lower case; `utf-8, damaged` for broken UTF-8. */
  readonly encoding: string
  readonly hasBom: boolean
  /** sha-256 of the bytes, hex: how "changed since" is decided. */
  readonly hash: string
  /** True when writing the text in this encoding gives the very same bytes. Else it must not be edited. */
  readonly writable: boolean
  /** True when the bytes would nearly as well be another encoding. */
  readonly unsure: boolean
}

/** A failure that is expected, with one sentence for the model and the person. */
export interface PortFailure {
  readonly code:
    | 'missing'
    | 'not_a_file'
    | 'not_a_directory'
    | 'denied'
    | 'binary'
    | 'image'
    | 'too_large'
    | 'not_encodable'
    | 'changed'
    | 'bad_pattern'
    | 'failed'
  readonly message: string
}
export type PortResult<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: PortFailure }

export interface DefinitionList {
  readonly files: readonly {
    /** Its name in the folder. */
    readonly file: string
    readonly definitions: readonly { readonly line: number; readonly text: string }[]
    /** True when there may be more in this file. */
    readonly cut: boolean
  }[]
  /** Files that could not be read, each with a sentence that says why. */
  readonly unread: readonly string[]
  /** True when the folder has more files than were looked at. */
  readonly more: boolean
}

export interface ListedFile {
  /** Relative to the listed folder, with `/`. */
  readonly path: string
  readonly directory: boolean
  /** By `.clineignore`: its name is all there is to know. */
  readonly hidden?: true
}

export interface ImageFile {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
  /** In pixels, as given here. */
  readonly width: number
  readonly height: number
  /** As it is on the disk. */
  readonly original: { readonly width: number; readonly height: number }
  /** Of the file's bytes, sha-256, hex. */
  readonly hash: string
}

/** Told what a file holds before it is written or deleted, and what it will hold; null for none. Where it rejects, nothing is done. */
export type KeepBytes = (before: Uint8Array | null, after: Uint8Array | null) => Promise<void>

export interface RemovedFile {
  undo(keep?: KeepBytes): Promise<PortResult<void>>
}

export interface FilesPort {
  resolve(path: string): Promise<ResolvedPath>
  /** Whole text of a file of at most `maxBytes`. Refuses FIFOs, devices, sockets and binaries without hanging. */
  readText(path: ResolvedPath, maxBytes: number): Promise<PortResult<TextFile>>
  /**
   * Lines `start` to `end` (1-based, inclusive) by streaming: memory is bounded whatever the file's size.
   * `totalLines` is absent when the end was not reached.
   */
  readLines(
    path: ResolvedPath,
    range: { readonly start: number; readonly end: number; readonly maxBytes: number; readonly maxLineLength?: number },
    signal: AbortSignal,
  ): Promise<
    PortResult<{
      readonly lines: readonly string[]
      readonly start: number
      readonly totalLines?: number
      readonly encoding: string
      readonly cut: boolean
      /** Lines longer than `maxLineLength`, of which only the beginning is there, with their whole length. */
      readonly shortened: readonly { readonly line: number; readonly length: number }[]
      /** For a document (PDF, DOCX, XLSX, notebook): what the lines were taken from, after "This is". */
      readonly about?: string
      /** Of these lines: equal when a later read would show the same. */
      readonly hash: string
    }>
  >
  /** A picture as models take it, scaled down when it is too large. `readLines` tells one by the code `image`. */
  readImage(path: ResolvedPath, signal: AbortSignal): Promise<PortResult<ImageFile>>
  /**
   * Writes through a temporary file and a rename; makes parent folders; keeps the mode; follows a link to its target.
   * `expectedHash` is the hash it was read with, or null for a file that must not exist yet: anything else is `changed`.
   * `encoding` is one that a read named, UTF-8 when absent; what it cannot write is `not_encodable`.
   */
  writeText(
    path: ResolvedPath,
    text: string,
    options: {
      readonly expectedHash: string | null
      readonly bom: boolean
      readonly encoding?: string
      /** A file whose mode the new one takes over: that which it was moved from. */
      readonly modeOf?: ResolvedPath
      readonly keep?: KeepBytes
    },
  ): Promise<PortResult<{ readonly hash: string }>>
  /** The hash of an ordinary file, whatever it holds. */
  hash(path: ResolvedPath): Promise<PortResult<string>>
  /** Deletes a file that still has this hash. `undo` puts it back, byte for byte, unless something else stands there. */
  remove(path: ResolvedPath, expectedHash: string, keep?: KeepBytes): Promise<PortResult<RemovedFile>>
  list(
    path: ResolvedPath,
    options: { readonly recursive: boolean; readonly limit: number },
    signal: AbortSignal,
  ): Promise<PortResult<{ readonly entries: readonly ListedFile[]; readonly truncated: boolean }>>
  /** What is defined in the source files of a folder (not below it), or in one file. */
  definitions(path: ResolvedPath, signal: AbortSignal): Promise<PortResult<DefinitionList>>
}

export interface SearchMatch {
  /** Relative to the searched folder, with `/`. */
  readonly file: string
  readonly line: number
  /** One line, or several when the expression spans them. */
  readonly text: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}
export interface SearchPort {
  search(
    request: { readonly path: ResolvedPath; readonly regex: string; readonly filePattern?: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<
    PortResult<{
      readonly matches: readonly SearchMatch[]
      readonly truncated: boolean
      readonly timedOut: boolean
      /** Files whose matches are left out: they may hold keys, and were not named. */
      readonly withheld?: readonly string[]
    }>
  >
}

/** Where a SEARCH/REPLACE block was applied: lines of the text before the edit, 1-based and inclusive. */
export interface EditPlace {
  readonly block: number
  readonly startLine: number
  readonly endLine: number
  /** What was not looked at to find it, or that it begins or ends inside a line. */
  readonly match: 'exact' | 'trailing_blanks' | 'indentation' | 'typographic' | 'within_lines'
}
/** Why a block was not applied. `message` quotes nothing of the file; `nearest` does. */
export interface EditProblem {
  readonly block: number
  readonly kind: 'not_found' | 'ambiguous' | 'overlapping' | 'empty_search'
  readonly message: string
  readonly nearest?: { readonly startLine: number; readonly endLine: number; readonly difference: string }
}
export type EditOutcome =
  | { readonly kind: 'edited'; readonly text: string; readonly places: readonly EditPlace[] }
  | { readonly kind: 'malformed'; readonly problems: readonly string[] }
  | { readonly kind: 'refused'; readonly problems: readonly EditProblem[]; readonly blocks: number }
/** One passage of an update in a patch; `number` is 1-based within its file. */
export interface PatchHunk {
  readonly number: number
  /** Lines of the file that stand somewhere before it, the outer ones first. */
  readonly headers: readonly string[]
  readonly lines: readonly { readonly kind: 'keep' | 'add' | 'remove'; readonly text: string }[]
  /** True when it ends where the file ends. */
  readonly endsFile: boolean
}
export type PatchAction =
  | { readonly kind: 'add'; readonly path: string; readonly text: string }
  | { readonly kind: 'delete'; readonly path: string }
  | { readonly kind: 'update'; readonly path: string; readonly moveTo?: string; readonly hunks: readonly PatchHunk[] }
export type ParsedPatch =
  | { readonly ok: true; readonly actions: readonly PatchAction[] }
  | { readonly ok: false; readonly problems: readonly string[] }
export type Rebased =
  | { readonly kind: 'rebased'; readonly text: string }
  /** Lines of the present text, 1-based and inclusive; an end before its start is the place between two lines. */
  | { readonly kind: 'conflict'; readonly spans: readonly { readonly startLine: number; readonly endLine: number }[] }

export interface EditPreview {
  feed(piece: string): void
  /** Unified hunks of the blocks that are whole: it only grows, up to a bound. */
  readonly diff: string
}

/** The edit engine: pure functions on texts. */
export interface EditsPort {
  parsePatch(input: string): ParsedPatch
  /** Applies the hunks of one file's update, as `applyBlocks` does blocks. */
  applyHunks(original: string, hunks: readonly PatchHunk[]): Exclude<EditOutcome, { kind: 'malformed' }>
  /** Puts the edit that made `after` of `before` onto `now`, where the two touch different lines. */
  rebase(before: string, after: string, now: string): Rebased
  /** The new text without some hunks of the diff that was shown, counted from 0; `hunks` is how many there are. */
  takeHunks(before: string, after: string, leftOut: ReadonlySet<number>): { readonly text: string; readonly hunks: number }
  /** What blocks that still stream would change. Feeding it costs what was fed. For display only. */
  createPreview(original: string): EditPreview
  /** Which characters of a text have no bytes in an encoding, in words; undefined when it can be written. */
  unwritable(text: string, encoding: string): string | undefined
  /** Applies SEARCH/REPLACE blocks: all or none. Untouched lines keep their very bytes. */
  applyBlocks(original: string, diff: string): EditOutcome
  /** A new text for a whole file, with the line ends of the old one. */
  keepLineEnds(original: string, text: string): string
  /** Unified hunks without file headers, cut at `maxLength` characters; the counts are exact. */
  diffTexts(before: string, after: string, maxLength: number): { readonly diff: string; readonly added: number; readonly removed: number }
}

export type FormatRun =
  /** No command is set for this file. */
  | { readonly kind: 'none' }
  | { readonly kind: 'ran'; readonly command: string }
  | { readonly kind: 'failed'; readonly command: string; readonly message: string }
/** The person's own formatter, run on a file that was just written. Time-boxed; never rejects but for Cancel. */
export interface FormatterPort {
  format(path: ResolvedPath, signal: AbortSignal): Promise<FormatRun>
}

export interface CommandExit {
  readonly exitCode?: number
  readonly signal?: string
  readonly timedOut: boolean
}
export interface RunningCommand {
  readonly terminalId: string
  /** Resolves when the process has exited, or was ended. Never rejects. */
  readonly exited: Promise<CommandExit>
  /** Resolves when nothing that it started holds its terminal any more either. Never rejects. */
  readonly over: Promise<void>
  /** Plain text for the model: what a person would see, head and tail when long, with the count of what was left out. */
  output(lineLimit: number): string
  /** Lines that no longer change, as they settle, for rows that grow. */
  onLines(listener: (text: string) => void): () => void
  /** Ends the whole group: HUP, TERM, then KILL after 1.5 s. */
  end(): Promise<void>
}
export interface TerminalPort {
  /** Starts one command in a fresh shell and a pty of its own. Rejects only when no pty could be made. */
  run(request: { readonly command: string; readonly cwd: string; readonly timeoutMs?: number }): Promise<RunningCommand>
}

/** The commands of this task that run, also those in the background. */
export interface JobsPort {
  /** Whether somebody is there who could type into a command. */
  readonly attended: boolean
  /** Lets a running command go on in the background. Undefined when there is no such command. */
  detach(terminalId: string): Job | undefined
  jobs(): readonly Job[]
  /** What a command has printed so far, as `RunningCommand.output`. */
  outputOf(terminalId: string, lineLimit: number): string | undefined
  /** Ends a command with all it started. False when there is nothing left of it. */
  stop(terminalId: string): Promise<boolean>
  /** Tells what a command waits for, each time that changes, and at once if it already waits. */
  onAwaitedInput(terminalId: string, listener: (awaited: 'line' | 'hidden' | undefined) => void): () => void
  /** True for the real path of the full output of one of these commands: the model may read what it was pointed to. */
  ownsLog(real: string): boolean
}

export interface ToolServices extends McpServices {
  readonly browser: BrowserPort
  readonly subagents: SubagentsPort
  readonly skills: SkillsPort
  readonly reports: ReportsPort
  readonly explain: ExplainPort
  readonly files: FilesPort
  readonly search: SearchPort
  readonly edits: EditsPort
  readonly formatter: FormatterPort
  readonly terminal: TerminalPort
  readonly jobs: JobsPort
  readonly web: WebPort
}

/** The rows of the chat. A row stays addressable by its `ts` for good, whatever came after it. */
export interface ToolCallbacks {
  say(row: NewSay): number
  patchRow(ts: number, patch: RowPatch): void
  appendRow(ts: number, field: AppendField, append: AppendValue): void
  /** Opens an ask and gives its row at once; the answer comes later. Rejects as `ask` does. */
  openAsk(row: NewAsk, existingTs?: number): { readonly ts: number; readonly answer: Promise<HeardAnswer> }
  /** Opens an ask and waits. Rejects when the task is cancelled. `existingTs` turns the streaming row of that ask into the open ask. */
  ask(row: NewAsk, existingTs?: number): Promise<HeardAnswer>
  /** Words, images and files that came with an answer: a row, and part of the next request. Nothing when there are none. */
  feedback(answer: HeardAnswer): void
  /** Resolves when the person lets this command go on in the background. */
  detached(terminalId: string): Promise<void>
  /** The result is shown and the question about it comes next: the person's hooks hear of it. Rejects when the task is cancelled. */
  completing(result: string, command: string): Promise<void>
  /** Files this task changed, for the completion card. */
  changes(): readonly FileChange[]
}

/** The preview of one call: made once its file was read, which `loaded` waits for; `taken` characters of its text are in it. */
export interface StreamedPreview {
  /** As given so far: a name that still grows is another file's. */
  readonly path: string
  readonly loaded: Promise<void>
  preview: EditPreview | undefined
  taken: number
}

export interface ToolTaskState {
  /** Real path and range -> what was read last, so that a repeated read of an unchanged file says so. */
  readonly fileReadCache: Map<string, { readCount: number; hash: string }>
  /** The name of the tool that ran before this one. */
  readonly lastToolName: string | undefined
  readonly failedEdits: Map<string, number>
  /** Call id -> the preview of a call that streams. Only the newest few are kept. */
  readonly previews: Map<string, StreamedPreview>
  /** Real path -> the whole text that the model saw or wrote last, with plain line ends: what a rewrite of it is based on. */
  readonly seenTexts: Map<string, string>
}

/** Everything a handler may know, built for each call by `asToolConfig`. Read-only but for `state`, which is the task's. */
export interface TaskConfig {
  readonly taskId: string
  /** Real path of the project folder. */
  readonly cwd: string
  readonly mode: Mode
  readonly settings: {
    readonly yoloModeToggled: boolean
    readonly terminalOutputLineLimit: number
    readonly supportsImages: boolean
    /** Whether the model takes pictures as WebP, which are half as large. */
    readonly takesWebp: boolean
  }
  readonly state: ToolTaskState
  readonly services: ToolServices
  readonly callbacks: ToolCallbacks
  /** For tools that call tools: runs another call through the same approval. */
  readonly coordinator: {
    has(name: string): boolean
    execute(name: ClineDefaultTool, input: unknown): Promise<ToolResponse>
  }
  /** Aborted by Cancel. */
  readonly signal: AbortSignal
}
