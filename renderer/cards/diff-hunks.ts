import type { ClineSayTool, FileInCall } from '../../shared/messages'

/** One hunk of a unified diff without file headers. */
export interface DiffHunk {
  /** With its own header, so that it can be drawn alone. */
  readonly diff: string
  /** The first line that it changes, in the new text, from 1. */
  readonly firstLine: number
}

/** The hunks of a diff in their order. Empty for what is no diff. */
export function diffHunks(diff: string): readonly DiffHunk[] {
  return diff
    .split(/^(?=@@ -)/m)
    .map((text) => ({ text, header: HEADER.exec(text) }))
    .flatMap(({ text, header }) => (header ? [{ diff: text, firstLine: Number(header[1]) + contextBefore(text) }] : []))
}

/** How many lines stand before the first that changes. */
function contextBefore(hunk: string): number {
  const [, ...lines] = hunk.split('\n')
  return Math.max(
    0,
    lines.findIndex((line) => line.startsWith('+') || line.startsWith('-')),
  )
}

const HEADER = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** The files that a call changes, each with its own diff: those of a patch, or the one of an edit. Empty for other calls. */
export function filesOfCall(data: ClineSayTool): readonly FileInCall[] {
  if (data.files) return data.files
  const { path = '', diff, added = 0, removed = 0 } = data
  return diff === undefined ? [] : [{ path, tool: toolOfFile(data.tool), diff, added, removed }]
}

const toolOfFile = (tool: ClineSayTool['tool']): FileInCall['tool'] =>
  tool === 'newFileCreated' || tool === 'fileDeleted' ? tool : 'editedExistingFile'

/** The text of a file that a diff creates. `undefined` where the diff does not hold all of it, or changes a file that is there. */
export function createdText({ tool, diff, added }: FileInCall): string | undefined {
  const [header = '', ...lines] = diff.replace(/\n$/, '').split('\n')
  if (tool !== 'newFileCreated' || !header.startsWith('@@ -0,0 ')) return undefined
  const endsOpen = lines.at(-1)?.startsWith('\\') ?? false
  const text = endsOpen ? lines.slice(0, -1) : lines
  if (text.length !== added || text.some((line) => !line.startsWith('+'))) return undefined
  return text.map((line) => line.slice(1)).join('\n') + (endsOpen ? '' : '\n')
}
