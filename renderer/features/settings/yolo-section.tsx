import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useActions, useApp } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Switch } from '../../ui/switch'
import styles from './settings-view.module.css'

const selectYolo = (state: AppState) => state.main.yoloModeToggled
const selectAll = (state: AppState) => state.main.autoApproveAllToggled

type Loud = 'yoloModeToggled' | 'autoApproveAllToggled'

/** What takes the person out of the loop. Switching it on takes a second, deliberate step. */
export function YoloSection() {
  const yolo = useApp(selectYolo)
  const all = useApp(selectAll)
  const { updateSettings } = useActions()
  const [asked, setAsked] = useState<Loud>()
  const set = (name: Loud, on: boolean) => (on ? setAsked(name) : void updateSettings({ [name]: false }))
  return (
    <div className={styles.danger}>
      <p className={styles.dangerTitle}>
        <TriangleAlert aria-hidden />
        Nothing is asked while one of these is on
      </p>
      <Switch
        label="Approve everything"
        hint="Every edit and every command runs at once, inside and outside of the project. It still asks its questions."
        checked={all}
        onChange={(on) => set('autoApproveAllToggled', on)}
      />
      <Switch
        label="Yolo mode"
        hint="As above, and it also answers its own questions, goes from plan to act by itself, and ends at its mistake limit."
        checked={yolo}
        onChange={(on) => set('yoloModeToggled', on)}
      />
      <Dialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        size="small"
        title="Run everything without asking"
        description="Any command can then delete or upload whatever you can, and you will see it only afterwards. Use it where nothing can be lost."
        footer={
          <>
            <Button onClick={() => setAsked(undefined)}>Keep asking me</Button>
            <Button
              variant="danger"
              onClick={() => {
                if (asked) void updateSettings({ [asked]: true })
                setAsked(undefined)
              }}
            >
              Run without asking
            </Button>
          </>
        }
      />
    </div>
  )
}
