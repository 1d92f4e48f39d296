import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'

const selectTrust = (state: AppState) => state.main.projectTrust

/** The way to what the open project brings, whatever was decided about it. */
export function TrustButton() {
  const trust = useApp(selectTrust)
  const { reviewTrust } = useActions()
  if (!trust) return null
  return (
    <p>
      <Button size="small" onClick={reviewTrust}>
        What this folder brings…
      </Button>
    </p>
  )
}
