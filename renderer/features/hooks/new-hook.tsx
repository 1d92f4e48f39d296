import { useState } from 'react'
import { type HookName, hookNames } from '../../../shared/hooks'
import { VisibleText } from '../../cards/visible-text'
import { useBridge } from '../../store/app-context'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import styles from './hooks.module.css'

const options = hookNames.map((name) => ({ value: name, label: name }))

type Made = { readonly path: string } | { readonly failure: string }

/** Makes a script of a chosen kind, which does nothing yet, and says where it lies. Opens nothing. */
export function NewHook({ onCreated }: { readonly onCreated: () => void }) {
  const bridge = useBridge()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState<HookName>('PreToolUse')
  const [made, setMade] = useState<Made>()
  const create = async () => {
    const answer = await bridge.call('hook.create', { name })
    setMade(answer.ok ? answer.value : { failure: answer.error.message })
    if (answer.ok) onCreated()
  }
  return (
    <section className={styles.create} aria-label="A new hook">
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        New hook…
      </Button>
      {isOpen && (
        <>
          <Select label="Kind of hook" hideLabel value={name} options={options} onChange={setName} />
          <Button size="small" onClick={() => void create()}>
            Create the file
          </Button>
        </>
      )}
      <div className={styles.tried} role="status">
        {made &&
          ('failure' in made ? (
            <p className={styles.problem}>{made.failure}</p>
          ) : (
            <p className={styles.note}>
              It is there, and does nothing yet. Open it in your editor: <VisibleText text={made.path} />
            </p>
          ))}
      </div>
    </section>
  )
}
