import { useState } from 'react'
import type { McpServer, McpTool } from '../../../shared/mcp'
import { MarkedText } from '../approval/marked-text'
import { VisibleText } from '../../cards/visible-text'
import { useActions } from '../../store/app-context'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { Switch } from '../../ui/switch'
import styles from './mcp.module.css'
import { Prompts } from './prompts'
import { useMcpDetails } from './use-mcp-details'

/** The tools of a server with their switches, and what else it has. */
export function ServerDetails({ server }: { readonly server: McpServer }) {
  const details = useMcpDetails(server)
  if (!details) return null
  return (
    <div className={styles.details}>
      <Tools server={server.name} tools={details.tools} />
      <Named
        title="Resources"
        entries={details.resources.map(({ uri, name }) => ({ key: uri, text: name === uri ? uri : `${name} (${uri})` }))}
      />
      <Prompts server={server} prompts={details.prompts} />
    </div>
  )
}

function Tools({ server, tools }: { readonly server: string; readonly tools: readonly McpTool[] }) {
  if (tools.length === 0) return null
  return (
    <section aria-label={`Tools of ${server}`}>
      <h3>Tools</h3>
      <ul className={styles.tools}>
        {tools.map((tool) => (
          <Tool key={tool.name} server={server} tool={tool} />
        ))}
      </ul>
    </section>
  )
}

function Tool({ server, tool }: { readonly server: string; readonly tool: McpTool }) {
  const { askMcp } = useActions()
  const { name, description, parameters, enabled, autoApprove, lapsed, readOnly, broken } = tool
  const set = (change: { readonly enabled?: boolean; readonly autoApprove?: boolean }) =>
    void askMcp('mcp.tool', { name: server, tool: name, ...change })
  return (
    <li className={styles.tool}>
      <div className={styles.head}>
        <code className={styles.name}>
          <VisibleText text={name} />
        </code>
        {readOnly && <Badge>Says it only reads</Badge>}
        {broken !== undefined && <Badge tone="danger">Cannot be used</Badge>}
      </div>
      {broken === undefined ? (
        <>
          <Description of={name} text={description} parameters={parameters} />
          {parameters.length > 0 && (
            <p className={styles.quiet}>
              Takes <VisibleText text={parameters.map((each) => (each.required ? `${each.name} (required)` : each.name)).join(', ')} />
            </p>
          )}
          <div className={styles.switches}>
            <Switch label="Offer to models" subject={name} checked={enabled} onChange={(checked) => set({ enabled: checked })} />
            <Switch
              label="Run without asking"
              subject={name}
              checked={autoApprove}
              disabled={!enabled}
              {...(lapsed ? { hint: 'It has changed since you allowed that, so it asks again.' } : {})}
              onChange={(checked) => set({ autoApprove: checked })}
            />
          </div>
        </>
      ) : (
        <p className={styles.problem}>It is not offered, because {broken}.</p>
      )}
    </li>
  )
}

const MAX_FOLDED = 200

interface DescriptionProps {
  readonly of: string
  readonly text: string
  readonly parameters: McpTool['parameters']
}

/** What a tool says of itself, as models read it: of much its beginning, and the rest by a press, with what it says of its arguments. */
function Description({ of, text, parameters }: DescriptionProps) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > MAX_FOLDED
  const described = parameters.filter(({ description }) => description !== '')
  return (
    <>
      <p className={styles.quiet}>
        <MarkedText text={isLong && !isOpen ? `${text.slice(0, MAX_FOLDED)}…` : text} />
      </p>
      {isOpen &&
        described.map(({ name, description }) => (
          <p key={name} className={styles.quiet}>
            <code>
              <VisibleText text={name} />
            </code>
            : <MarkedText text={description} />
          </p>
        ))}
      {(isLong || described.length > 0) && (
        <Button
          size="small"
          variant="ghost"
          className={styles.more}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Less' : 'More'} of what ${of} says of itself`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Less' : 'More'}
        </Button>
      )}
    </>
  )
}

interface NamedProps {
  readonly title: string
  readonly entries: readonly { readonly key: string; readonly text: string }[]
}

function Named({ title, entries }: NamedProps) {
  if (entries.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className={styles.named}>
        {entries.map(({ key, text }) => (
          <li key={key}>
            <VisibleText text={text} />
          </li>
        ))}
      </ul>
    </section>
  )
}
