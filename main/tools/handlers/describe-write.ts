import { assertNever } from '../../../shared/assert-never'
import type { EditPlace, TaskConfig } from '../task-config'
import { plural } from './path-facts'
import type { Finished, PlannedWrite } from './planned-write'

/** Of the diff that the model gets back. */
const MAX_RETURNED_DIFF = 6000
const SHOWN_HASH = 16

/** What the model is told of a write. Short on purpose: it knows what it wrote. `part` is what its edits are called. */
export function describeWrite(write: PlannedWrite, finished: Finished, config: TaskConfig, part: 'Block' | 'Hunk' = 'Block'): string {
  const { convertedFrom, places, from } = write
  const { base, text } = finished
  const notes = [
    ...(convertedFrom === undefined ? [] : [`It was in ${convertedFrom} and is in UTF-8 now.`]),
    ...(finished.isRebased ? ['It had changed since this edit was worked out, in other lines; those changes are kept.'] : []),
    ...places.flatMap((place) => describePlace(part, place)),
    ...describeFormat(finished),
  ]
  const old = from?.file ?? base
  const diff = old ? config.services.edits.diffTexts(old.text, text, MAX_RETURNED_DIFF).diff : ''
  const shown = diff === '' ? [] : finished.wasSeen ? ['', diff] : [UNSEEN]
  return [headingOf(write, finished), ...notes, ...shown].join('\n').trimEnd()
}

const UNSEEN = 'The diff is not shown, because you have not read this file in this task: read it if you need to check it.'

function headingOf({ path, from }: PlannedWrite, { base, added, removed, hash }: Finished): string {
  const stamp = `Hash of its content now: ${hash.slice(0, SHOWN_HASH)}.`
  if (from) return `Moved ${from.path.display} to ${path.display} (+${added} −${removed}). ${stamp}`
  if (base) return `Saved ${path.display} (+${added} −${removed}). ${stamp}`
  return `Created ${path.display} (${plural(added, 'line', 'lines')}). ${stamp}`
}

function describeFormat({ format, formatted, isKnown }: Finished): readonly string[] {
  if (format.kind === 'none') return []
  if (format.kind === 'failed') return [`The formatter set for it (${format.command}) did not run: ${format.message}`]
  if (formatted === '') return []
  if (!isKnown) return [`The formatter set for it (${format.command}) then changed it: read it before you edit it again.`]
  return [`The formatter set for it (${format.command}) then changed it; base later edits on this:`, formatted]
}

/** How a block was found that does not stand there exactly. */
function describePlace(part: string, { block, startLine, endLine, match }: EditPlace): readonly string[] {
  const lines = startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`
  switch (match) {
    case 'exact':
      return []
    case 'within_lines':
      return [`${part} ${block} begins or ends inside a line (line ${startLine}); the rest of that line was kept. Check the diff.`]
    case 'trailing_blanks':
      return [`${part} ${block} matched ${lines} only with the blanks at line ends ignored. Check the diff.`]
    case 'indentation':
      return [
        `${part} ${block} matched ${lines} only with the blanks around lines ignored; new lines were indented as there. Check the diff.`,
      ]
    case 'typographic':
      return [
        `${part} ${block} matched ${lines} only with typographic quotes, dashes and blanks read as plain ones; where a line stays they were kept. Check the diff.`,
      ]
    default:
      return assertNever(match)
  }
}
