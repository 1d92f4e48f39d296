import type { RowPatch } from './extension-state'
import { type AppendField, type AppendValue, ClineMessage } from './messages'

/** The row after a patch: `null` deletes a key, `data` is merged one level deep, other values replace. Throws on a patch that makes no legal row. */
export function patchRow(row: ClineMessage, patch: RowPatch): ClineMessage {
  const { data, ...rest } = patch
  const next: Record<string, unknown> = merge(row, rest)
  if (data !== undefined && data !== null && typeof data === 'object' && !Array.isArray(data)) {
    next['data'] = merge('data' in row ? row.data : {}, data)
  }
  return ClineMessage.parse(next)
}

/** The row after something was appended to it. Not checked again: a string that grew stays a string. */
export function appendToRow(row: ClineMessage, field: AppendField, append: AppendValue): ClineMessage {
  if (field !== 'data') return { ...row, [field]: (row[field] ?? '') + (typeof append === 'string' ? append : '') }
  if (typeof append === 'string' || !('data' in row)) return row
  const data: Record<string, unknown> = { ...row.data }
  for (const [key, value] of Object.entries(append)) {
    const before = data[key]
    data[key] = typeof value === 'string' && typeof before === 'string' ? before + value : value
  }
  // The row had this shape before, and only string fields grew or were replaced by what the schema of the push accepted.
  return { ...row, data } as ClineMessage
}

function merge(target: object, patch: RowPatch): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = value
  }
  return merged
}
