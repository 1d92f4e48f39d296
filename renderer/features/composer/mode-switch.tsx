import { useApp } from '../../store/app-context'
import { selectMode } from '../../store/selectors'
import { ariaKey } from '../../ui/platform-keys'
import { Tooltip } from '../../ui/tooltip'
import { actionKey } from '../palette/action-keys'
import styles from './mode-switch.module.css'
import { switchMode } from './switch-mode'
import { useActing } from './use-acting'

const modes = [
  { mode: 'plan', label: 'Plan', about: 'Plan: it reads and thinks, and changes nothing' },
  { mode: 'act', label: 'Act', about: 'Act: it does the work and asks where you said so' },
] as const

/** Plan or act. What stands in the composer goes along as the answer to a plan that waits. */
export function ModeSwitch() {
  const acting = useActing()
  const current = useApp(selectMode)
  const key = actionKey('mode.toggle')
  return (
    <fieldset className={styles.switch} aria-label="Mode" aria-keyshortcuts={ariaKey(key)}>
      {modes.map(({ mode, label, about }) => (
        <Tooltip key={mode} text={about} shortcut={key} side="top">
          <label className={styles.choice}>
            <input
              type="radio"
              name="mode"
              className={styles.radio}
              checked={mode === current}
              onChange={() => void switchMode(acting, mode)}
            />
            <span className={styles.word}>{label}</span>
          </label>
        </Tooltip>
      ))}
    </fieldset>
  )
}
