import { useEffect, useRef, useState } from 'react'
import type { McpEntry, McpTransport } from '../../../shared/mcp'
import { useBridge } from '../../store/app-context'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
import { addressProblem } from '../settings/provider-choices'
import { readPairs, splitCommand } from './mcp-words'
import styles from './mcp.module.css'

const transports = [
  { value: 'stdio', label: 'A program on this machine' },
  { value: 'streamableHttp', label: 'An address (streamable HTTP)' },
  { value: 'sse', label: 'An address (SSE, older)' },
] as const

interface Written {
  readonly name: string
  readonly transport: McpTransport
  readonly command: string
  readonly url: string
  readonly pairs: string
}

const nothing: Written = { name: '', transport: 'stdio', command: '', url: '', pairs: '' }

interface AddServerProps {
  /** Main is asked: the list may change before it answers. */
  readonly onAdd: () => void
  readonly onAdded: (name: string) => void
}

/** Writes an entry into the settings file. It starts only once it is approved. */
export function AddServer({ onAdd, onAdded }: AddServerProps) {
  const bridge = useBridge()
  const [written, setWritten] = useState(nothing)
  const [error, setError] = useState<Missing>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [error])
  const change = (part: Partial<Written>) => {
    setWritten({ ...written, ...part })
    setError(undefined)
  }
  const add = async (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault()
    const entry = entryOf(written)
    if ('field' in entry) return setError(entry)
    const name = written.name.trim()
    onAdd()
    const answer = await bridge.call('mcp.add', { name, entry: entry.entry })
    if (!answer.ok) return setError({ field: 'name', words: answer.error.message })
    setWritten(nothing)
    onAdded(name)
  }
  const errorOf = (field: Missing['field']) => (error?.field === field ? error.words : undefined)
  const isProgram = written.transport === 'stdio'
  return (
    <form ref={form} className={styles.form} aria-label="New server" onSubmit={(event) => void add(event)}>
      <h3>A new server</h3>
      <TextField label="Name of the server" value={written.name} onChange={(name) => change({ name })} error={errorOf('name')} />
      <Select label="Kind" value={written.transport} options={transports} onChange={(transport) => change({ transport })} />
      {isProgram ? (
        <TextField
          label="Command"
          mono
          placeholder="npx -y @modelcontextprotocol/server-everything"
          value={written.command}
          onChange={(command) => change({ command })}
          error={errorOf('command')}
        />
      ) : (
        <TextField
          label="Address"
          mono
          placeholder="https://"
          value={written.url}
          onChange={(url) => change({ url })}
          error={errorOf('url')}
        />
      )}
      <TextArea
        label={isProgram ? 'Variables' : 'Headers'}
        hint={`One a line, as ${isProgram ? 'API_KEY=${env:API_KEY}' : 'Authorization: Bearer ${env:TOKEN}'}. \${env:NAME} takes the value from your environment and keeps it out of the file.`}
        value={written.pairs}
        onChange={(pairs) => change({ pairs })}
        error={errorOf('pairs')}
      />
      <div className={styles.buttons}>
        <Button type="submit">Add server</Button>
      </div>
    </form>
  )
}

interface Missing {
  readonly field: 'name' | 'command' | 'url' | 'pairs'
  readonly words: string
}

/** What is missing, if something is. */
function entryOf({ name, transport, command, url, pairs }: Written): { readonly entry: McpEntry } | Missing {
  if (name.trim() === '') return { field: 'name', words: 'Give the server a name.' }
  const values = readPairs(pairs)
  if (!values) return { field: 'pairs', words: 'Write one variable or header a line, with its name before the value.' }
  const hasValues = Object.keys(values).length > 0
  if (transport !== 'stdio') {
    const words = wrongAddress(url.trim())
    return words === undefined
      ? { entry: { type: transport, url: url.trim(), ...(hasValues ? { headers: values } : {}) } }
      : { field: 'url', words }
  }
  const [program, ...args] = splitCommand(command) ?? []
  if (program === undefined) return { field: 'command', words: 'Write the command that starts the server, each quote with its end.' }
  return { entry: { type: transport, command: program, args, ...(hasValues ? { env: values } : {}) } }
}

/** An address that begins with a variable is known only once that is filled in. */
function wrongAddress(url: string): string | undefined {
  if (url === '') return 'Write the address of the server.'
  return url.startsWith('${') ? undefined : addressProblem(url)
}
