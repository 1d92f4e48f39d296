import type { McpCall } from '../../shared/mcp'
import type { CallRow } from '../../shared/messages'
import { mcpObject, mcpVerb } from '../words/call-words'
import { CallLine } from './call-line'
import { FoldingCard } from './card-frame'
import { Outcome } from './outcome'
import { ResultText } from './tool-card'
import styles from './tool-card.module.css'
import { ToolStatusMark } from './tool-status'
import { VisibleText } from './visible-text'

type McpRow = Extract<CallRow, { data: McpCall }>

/** A call of an MCP server: which tool of whom, how far it is, and what was sent and came back. */
export function McpCard({ row }: { readonly row: McpRow }) {
  const { data } = row
  const object = (
    <span className={styles.object} title={mcpObject(data)}>
      <VisibleText text={mcpObject(data)} />
    </span>
  )
  if (data.response === undefined || data.status === 'drafting')
    return (
      <CallLine row={row} verb={mcpVerb(data)} note={data.note ?? data.progress}>
        {object}
      </CallLine>
    )
  const title = (
    <span className={styles.call}>
      <ToolStatusMark status={data.status} />
      <span className={styles.callWords}>
        <span className={styles.verb}>{mcpVerb(data)}</span>
        {object}
        {data.note && (
          <span className={data.status === 'failed' ? styles.failed : styles.aside}>
            <VisibleText text={data.note} />
          </span>
        )}
      </span>
    </span>
  )
  return (
    <FoldingCard id={`${row.ts}:call`} opensByDefault={false} title={title} meta={row.type === 'ask' ? <Outcome row={row} /> : undefined}>
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
