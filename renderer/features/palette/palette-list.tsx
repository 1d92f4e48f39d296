import { type KeyboardEvent, useId, useState } from 'react'
import { useAppStore } from '../../store/app-context'
import { selectOpenAsk } from '../../store/selectors'
import { classNames } from '../../ui/class-names'
import { Kbd } from '../../ui/kbd'
import { type AppAction, appActions, keyOf } from './app-actions'
import styles from './command-palette.module.css'

export interface Choice {
  readonly action: AppAction
  /** What waited for an answer when the list was made. */
  readonly askTs: number | undefined
}

interface PaletteListProps {
  readonly onChoose: (choice: Choice) => void
}

/** A combobox: the caret stays in the field while the arrows walk the list. */
export function PaletteList({ onChoose }: PaletteListProps) {
  const store = useAppStore()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const [available] = useState(() =>
    appActions.filter((action) => action.name !== 'palette.open' && (action.inList ?? action).isAvailable(store.getState())),
  )
  const [askTs] = useState(() => selectOpenAsk(store.getState())?.ts)
  const choose = (action: AppAction) => onChoose({ action, askTs })
  const found = findActions(available, query)
  const current = found[Math.min(at, found.length - 1)]
  const optionId = (action: AppAction) => `${id}-${action.name}`
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setAt((found.length + Math.min(at, found.length - 1) + step) % found.length)
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && current) {
      event.preventDefault()
      choose(current)
    }
  }
  return (
    <>
      <input
        className={styles.query}
        role="combobox"
        aria-label="Find an action"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={current && optionId(current)}
        placeholder="Find an action"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setQuery(event.target.value)
          setAt(0)
        }}
      />
      <ul id={`${id}-list`} className={styles.list} role="listbox" aria-label="Actions">
        {found.map((action) => (
          <PaletteRow key={action.name} id={optionId(action)} action={action} isCurrent={action === current} onChoose={choose} />
        ))}
      </ul>
      {found.length === 0 && <p className={styles.none}>No action is called that. Try another word.</p>}
    </>
  )
}

interface PaletteRowProps {
  readonly id: string
  readonly action: AppAction
  readonly isCurrent: boolean
  readonly onChoose: (action: AppAction) => void
}

function PaletteRow({ id, action, isCurrent, onChoose }: PaletteRowProps) {
  const key = keyOf(action)
  return (
    <li
      ref={(row) => {
        if (isCurrent) row?.scrollIntoView({ block: 'nearest' })
      }}
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={classNames(styles.row, isCurrent && styles.current)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onChoose(action)}
    >
      <span>{action.label}</span>
      {key && <Kbd keys={key} />}
    </li>
  )
}

/** Those whose label holds every word of the query, in any order. */
export function findActions(actions: readonly AppAction[], query: string): readonly AppAction[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return actions.filter((action) => words.every((word) => action.label.toLowerCase().includes(word)))
}
