import type { BrowserStep } from '../../shared/browser'
import type { CallRow } from '../../shared/messages'
import { browserWords } from '../words/call-words'
import { CallLine } from './call-line'
import { VisibleText } from './visible-text'

/** One action in the browser. */
export function BrowserCard({ row }: { readonly row: Extract<CallRow, { data: BrowserStep }> }) {
  return (
    <CallLine row={row} verb="Browser:" note={row.data.note}>
      <VisibleText text={browserWords(row.data)} />
    </CallLine>
  )
}
