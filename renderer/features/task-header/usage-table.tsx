import type { Usage } from '../../../shared/extension-state'
import { costOf } from '../../../shared/amounts'
import styles from './usage-table.module.css'

const number = (count: number): string => count.toLocaleString('en')

/** How much of the model's context is in use, in words. */
export function contextWords({ contextTokens, contextWindow }: Usage): string {
  if (contextWindow === undefined) return `Context: ${number(contextTokens)} tokens of an unknown size`
  return `Context: ${number(contextTokens)} of ${number(contextWindow)} tokens`
}

/** All numbers of a task: how full the context is, and what went where. */
export function UsageTable({ usage }: { readonly usage: Usage }) {
  const { contextTokens, contextWindow, tokensIn, tokensOut, cacheReads, cacheWrites, cost } = usage
  const share = contextWindow ? Math.min(1, contextTokens / contextWindow) : undefined
  return (
    <div className={styles.usage}>
      <p className={styles.context}>
        <span>Context in use</span>
        <span>{share === undefined ? `${number(contextTokens)} tokens` : `${Math.round(share * 100)} %`}</span>
      </p>
      {share !== undefined && (
        <div className={styles.bar} role="img" aria-label={contextWords(usage)}>
          <div className={styles.filled} data-full={share >= 0.9 || undefined} style={{ width: `${share * 100}%` }} />
        </div>
      )}
      <dl className={styles.list}>
        {contextWindow !== undefined && <Line name="Used" value={`${number(contextTokens)} of ${number(contextWindow)} tokens`} />}
        <Line name="Sent (not cached)" value={`${number(tokensIn)} tokens`} />
        <Line name="Received" value={`${number(tokensOut)} tokens`} />
        <Line name="Read from the cache" value={`${number(cacheReads)} tokens`} />
        <Line name="Written to the cache" value={`${number(cacheWrites)} tokens`} />
        <Line name="Cost of this task" value={costOf(cost)} />
      </dl>
    </div>
  )
}

function Line({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
