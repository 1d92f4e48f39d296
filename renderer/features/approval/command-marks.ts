import type { CommandMark } from '../../../shared/effects'
import { type CommandPart, commandParts } from './command-parts'

/** A piece of a command line, with what matters about it. */
export interface CommandPiece {
  readonly kind: CommandPart['kind']
  readonly text: string
  readonly mark: CommandMark | undefined
}

/** The worst first: where marks lie above each other, this is the one that is drawn. */
const byWeight: readonly CommandMark['kind'][] = ['deletes', 'unknown', 'writes', 'network', 'runs', 'reads']

/** The pieces of a command, cut where its grammar or a mark begins or ends. Joined they are the command again. */
export function commandPieces(command: string, marks: readonly CommandMark[]): readonly CommandPiece[] {
  const ordered = [true, false].flatMap((isGrave) =>
    byWeight.flatMap((kind) => marks.filter((mark) => mark.kind === kind && (mark.grave ?? false) === isGrave)),
  )
  const edges = marks.flatMap(({ start, end }) => [start, end])
  const pieces: CommandPiece[] = []
  let at = 0
  for (const { kind, text } of commandParts(command)) {
    const end = at + text.length
    const cuts = [...new Set([at, ...edges.filter((edge) => edge > at && edge < end), end])].toSorted((a, b) => a - b)
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      const to = cuts[index + 1] ?? end
      pieces.push({ kind, text: command.slice(from, to), mark: ordered.find((mark) => mark.start <= from && mark.end >= to) })
    }
    at = end
  }
  return pieces
}

export const markWords: Readonly<Record<CommandMark['kind'], string>> = {
  deletes: 'Deletes',
  unknown: 'Unknown',
  writes: 'Writes',
  network: 'Network',
  runs: 'Runs',
  reads: 'Reads',
}

export interface MarkNote {
  readonly kind: CommandMark['kind']
  /** The marked part of the command. */
  readonly part: string
  readonly why: string
  readonly isGrave: boolean
}

/** What the marks say, once each, in the order of the command. What only reads is the rest of it, and would drown what matters. */
export function markNotes(command: string, marks: readonly CommandMark[]): readonly MarkNote[] {
  const notes = marks
    .filter(({ kind }) => kind !== 'reads')
    .map(({ kind, start, end, why, grave = false }) => ({ kind, part: command.slice(start, end), why, isGrave: grave }))
  return [...new Map(notes.map((note) => [`${note.kind} ${note.part} ${note.why}`, note])).values()]
}
