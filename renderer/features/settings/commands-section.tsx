import { FormatRules } from './format-rules'
import { EnvironmentFacts } from './environment-facts'

/** What commands start from, and what runs by itself after an edit. */
export function CommandsSection() {
  return (
    <>
      <EnvironmentFacts />
      <FormatRules />
    </>
  )
}
