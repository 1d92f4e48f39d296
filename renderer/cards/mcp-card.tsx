import type { McpCall } from '../../shared/mcp'
import type { CallRow } from '../../shared/messages'
import { mcpObject, mcpVerb } from '../words/call-words'
import { CardFrame, FoldingCard } from './card-frame'
import { Outcome } from './outcome'
import { ResultText } from './tool-card'
import styles from './tool-card.module.css'
import { ToolStatusMark } from './tool-status'
import { VisibleText } from './visible-text'

type McpRow = Extract<CallRow, { data: McpCall }>

/** A call of an MCP server: which tool of whom, how far it is, and what was sent and came back. */
export function McpCard({ row }: { readonly row: McpRow }) {
  const { data } = row
  const title = <CallTitle data={data} />
  const meta = row.type === 'ask' ? <Outcome row={row} /> : undefined
  if (data.response === undefined || data.status === 'drafting')
    return <CardFrame tone={data.status === 'awaiting_approval' ? 'waiting' : undefined} title={title} meta={meta} />
  return (
    <FoldingCard id={`${row.ts}:call`} opensByDefault={false} title={title} meta={meta}>
      {data.arguments !== undefined && (
        <>
          <p className={styles.note}>Arguments</p>
          <ResultText text={data.arguments} name={`what ${mcpObject(data)} was given`} />
          <p className={styles.note}>Answer</p>
        </>
      )}
      <ResultText text={data.response} name={mcpObject(data)} />
    </FoldingCard>
  )
}

/** Its mark, what of whom is called, and one line of how far it is or what came of it. */
function CallTitle({ data }: { readonly data: McpCall }) {
  const note = data.note ?? data.progress
  return (
    <span className={styles.call}>
      <ToolStatusMark status={data.status} />
      <span className={styles.callWords}>
        <span className={styles.verb}>{mcpVerb(data)}</span>
        <span className={styles.object} title={mcpObject(data)}>
          <VisibleText text={mcpObject(data)} />
        </span>
        {note && (
          <span className={data.status === 'failed' ? styles.failed : styles.aside}>
            <VisibleText text={note} />
          </span>
        )}
      </span>
    </span>
  )
}
