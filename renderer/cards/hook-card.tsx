import type { ClineSayMessage } from '../../shared/messages'
import { InfoLine } from './info-card'

/** One run of the person's hooks. */
export function HookCard({ row }: { readonly row: Extract<ClineSayMessage, { say: 'hook_status' }> }) {
  const { hookName, toolName, status, error } = row.data
  return <InfoLine>{[`Hook ${hookName}`, toolName && `for ${toolName}`, status, error?.message].filter(Boolean).join(', ')}</InfoLine>
}
