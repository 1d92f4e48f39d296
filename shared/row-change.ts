import type { RowPatch } from './extension-state'
import { type AppendField, type AppendValue, ClineMessage } from './messages'

/**
 * The row after a patch: `null` deletes a key, `data` is merged one level deep, other values replace. An object for a list in
 * `data` changes the elements that it names by their places. Throws on a patch that makes no legal row.
 */
export function patchRow(row: ClineMessage, patch: RowPatch): ClineMessage {
  const { data, ...rest } = patch
  const next: Record<string, unknown> = merge(row, rest)
  if (data !== undefined && data !== null && typeof data === 'object' && !Array.isArray(data)) {
    next['data'] = merge('data' in row ? row.data : {}, data, mergeList)
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

type Json = RowPatch[string]

const replace = (_before: unknown, value: Json): unknown => value

function merge(target: object, patch: RowPatch, join: (before: unknown, value: Json) => unknown = replace): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = join(merged[key], value)
  }
  return merged
}

function mergeList(before: unknown, value: Json): unknown {
  if (!Array.isArray(before) || !isObject(value)) return value
  return before.map((element: unknown, place) => {
    const change = value[place]
    return isObject(change) && typeof element === 'object' && element !== null ? merge(element, change) : element
  })
}

const isObject = (value: Json | undefined): value is Exclude<Json, string | number | boolean | null | Json[]> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
