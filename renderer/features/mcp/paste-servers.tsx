import { useState } from 'react'
import { useBridge } from '../../store/app-context'
import { Button } from '../../ui/button'
import { TextArea } from '../../ui/text-area'
import { readPasted } from './pasted-servers'
import styles from './mcp.module.css'

interface PasteServersProps {
  /** Main is asked: the list may change before it answers. */
  readonly onAdd: () => void
  /** Each of it was added. */
  readonly onAdded: (first: string) => void
}

const SHAPE = 'Paste an object of servers by their names, such as {"mcpServers": {"files": {"command": "npx"}}}.'

/** Adds the servers of another app as its JSON has them. Each that cannot be used is named with its reason; the others are added. */
export function PasteServers({ onAdd, onAdded }: PasteServersProps) {
  const bridge = useBridge()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const add = async (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault()
    const servers = readPasted(text)
    if (!servers || servers.length === 0) return setError(SHAPE)
    onAdd()
    const problems: string[] = []
    for (const { name, entry } of servers) {
      const problem = entry ? await problemOf(name, entry) : 'Its entry is no object.'
      if (problem !== undefined) problems.push(`${name}: ${problem}`)
    }
    const first = servers[0]?.name
    if (problems.length > 0 || first === undefined) {
      const added = servers.length - problems.length
      return setError(`${added} of ${servers.length} added. Not added: ${problems.join(' ')}`)
    }
    setText('')
    onAdded(first)
  }
  const problemOf = async (name: string, entry: Readonly<Record<string, unknown>>): Promise<string | undefined> => {
    const answer = await bridge.call('mcp.add', { name, entry })
    return answer.ok ? undefined : answer.error.message
  }
  return (
    <form className={styles.form} aria-label="Servers from JSON" onSubmit={(event) => void add(event)}>
      <h3>From another app</h3>
      <TextArea
        label="JSON of another app"
        hint="The “mcpServers” of Cline, Claude and others, or one server by its name. Each waits for your approval."
        value={text}
        rows={4}
        onChange={(next) => {
          setText(next)
          setError(undefined)
        }}
        error={error}
      />
      <div className={styles.buttons}>
        <Button type="submit">Add from JSON</Button>
      </div>
    </form>
  )
}
