import { useState } from 'react'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { classNames } from '../../ui/class-names'
import { Popover } from '../../ui/popover'
import { autoApprovalSummary } from '../settings/auto-approval'
import { AutoApprovalToggles } from '../settings/auto-approval-toggles'
import styles from './chips-row.module.css'

const selectApprovals = (state: AppState) => state.main.autoApprovalSettings
const selectApprovesAll = (state: AppState) => state.main.yoloModeToggled || state.main.autoApproveAllToggled

/** What runs without asking, in a few words; opens the switches. */
export function AutoApproveChip() {
  const { actions } = useApp(selectApprovals)
  const approvesAll = useApp(selectApprovesAll)
  const { showView } = useActions()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label="Auto-approval"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className={classNames(styles.quiet, approvesAll && styles.loud)}>
          <span className={styles.words}>{approvesAll ? 'Auto-approve: everything' : `Auto-approve: ${autoApprovalSummary(actions)}`}</span>
        </button>
      }
    >
      <AutoApprovalToggles />
      <Button
        size="small"
        variant="ghost"
        onClick={() => {
          setOpen(false)
          showView('settings')
        }}
      >
        All settings
      </Button>
    </Popover>
  )
}
