import { useState } from 'react'
import type { McpEntry, McpTransport } from '../../../shared/mcp'
import { useActions } from '../../store/app-context'
import { Button } from '../../ui/button'
import { Select } from '../../ui/select'
import { TextArea } from '../../ui/text-area'
import { TextField } from '../../ui/text-field'
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

/** Writes an entry into the settings file. It starts only once it is approved. */
export function AddServer() {
  const { askMcp } = useActions()
  const [written, setWritten] = useState(nothing)
  const [error, setError] = useState<string>()
  const change = (part: Partial<Written>) => {
    setWritten({ ...written, ...part })
    setError(undefined)
  }
  const add = async (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault()
    const entry = entryOf(written)
    if (typeof entry === 'string') return setError(entry)
    // An answer is null; only a refusal, which was told already, is undefined.
    if ((await askMcp('mcp.add', { name: written.name.trim(), entry })) !== undefined) setWritten(nothing)
  }
  const isProgram = written.transport === 'stdio'
  return (
    <form className={styles.form} aria-label="New server" onSubmit={(event) => void add(event)}>
      <TextField label="Name of the server" value={written.name} onChange={(name) => change({ name })} error={error} />
      <Select label="It is" value={written.transport} options={transports} onChange={(transport) => change({ transport })} />
      {isProgram ? (
        <TextField
          label="Command"
          mono
          placeholder="npx -y @modelcontextprotocol/server-everything"
          value={written.command}
          onChange={(command) => change({ command })}
        />
      ) : (
        <TextField label="Address" mono placeholder="https://" value={written.url} onChange={(url) => change({ url })} />
      )}
      <TextArea
        label={isProgram ? 'Variables' : 'Headers'}
        hint={`One a line, as ${isProgram ? 'API_KEY=${env:API_KEY}' : 'Authorization: Bearer ${env:TOKEN}'}. The form \${env:NAME} takes a value from your environment, so that it stands in no file.`}
        value={written.pairs}
        onChange={(pairs) => change({ pairs })}
      />
      <div className={styles.buttons}>
        <Button type="submit">Add server</Button>
      </div>
    </form>
  )
}

/** A sentence when something is missing. */
function entryOf({ name, transport, command, url, pairs }: Written): McpEntry | string {
  if (name.trim() === '') return 'Give the server a name.'
  const values = readPairs(pairs)
  if (!values) return 'Write one variable or header a line, with its name before the value.'
  const hasValues = Object.keys(values).length > 0
  if (transport !== 'stdio')
    return url.trim() === ''
      ? 'Write the address of the server.'
      : { type: transport, url: url.trim(), ...(hasValues ? { headers: values } : {}) }
  const [program, ...args] = splitCommand(command) ?? []
  if (program === undefined) return 'Write the command that starts the server, each quote with its end.'
  return { type: transport, command: program, args, ...(hasValues ? { env: values } : {}) }
}
