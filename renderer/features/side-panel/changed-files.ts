import type { ClineMessage, ClineSayTool } from '../../../shared/messages'

export interface ChangedFile {
  readonly path: string
  readonly added: number
  readonly removed: number
  readonly isDeleted: boolean
  /** Its edits, oldest first. */
  readonly edits: readonly { readonly ts: number; readonly diff: string }[]
}

/** The files that these rows changed, in the order of their first change. Edits that did not happen count for nothing. */
export function changedFiles(rows: readonly (ClineMessage | undefined)[]): readonly ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  for (const row of rows) {
    const data = row && dataOf(row)
    if (!row || !data?.path || data.status !== 'done') continue
    const before = files.get(data.path) ?? { path: data.path, added: 0, removed: 0, isDeleted: false, edits: [] }
    files.set(data.path, withEdit(before, row.ts, data))
  }
  return [...files.values()]
}

function withEdit(file: ChangedFile, ts: number, { added = 0, removed = 0, diff, tool }: ClineSayTool): ChangedFile {
  return {
    path: file.path,
    added: file.added + added,
    removed: file.removed + removed,
    isDeleted: tool === 'fileDeleted',
    edits: diff ? [...file.edits, { ts, diff }] : file.edits,
  }
}

function dataOf(row: ClineMessage): ClineSayTool | undefined {
  const isTool = row.type === 'say' ? row.say === 'tool' : row.ask === 'tool'
  // Of all rows only those of tools have data of a tool.
  return isTool && 'data' in row && 'tool' in row.data ? row.data : undefined
}
