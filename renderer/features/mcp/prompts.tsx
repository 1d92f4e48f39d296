import { useEffect, useRef, useState } from 'react'
import type { McpPrompt, McpServer } from '../../../shared/mcp'
import { VisibleText } from '../../cards/visible-text'
import { useActions, useApp, useAppStore } from '../../store/app-context'
import type { AppState } from '../../store/app-store'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { TextArea } from '../../ui/text-area'
import { focusMessageBox } from '../composer/composer-focus'
import { addToDraft, draftOf } from '../composer/drafts'
import styles from './mcp.module.css'

const hasSession = ({ main }: AppState): boolean => main.currentSessionId !== undefined

interface PromptsProps {
  readonly server: Pick<McpServer, 'name' | 'status'>
  readonly prompts: readonly McpPrompt[]
}

/** Texts that a server offers to begin with. What one says goes into the message box: only the person sends it. */
export function Prompts({ server, prompts }: PromptsProps) {
  const isOpen = useApp(hasSession)
  const [chosen, setChosen] = useState<McpPrompt>()
  if (prompts.length === 0) return null
  return (
    <section aria-label={`Prompts of ${server.name}`}>
      <h4>Prompts</h4>
      {!isOpen && <p className={styles.quiet}>Open a project to use one.</p>}
      <ul className={styles.tools}>
        {prompts.map((prompt) => (
          <li key={prompt.name} className={styles.tool}>
            <div className={styles.head}>
              <span className={styles.name}>
                <VisibleText text={prompt.description === '' ? prompt.name : `${prompt.name}: ${prompt.description}`} />
              </span>
              <Button
                size="small"
                aria-label={`Use the prompt ${prompt.name}…`}
                disabled={!isOpen || server.status !== 'connected'}
                onClick={() => setChosen(prompt)}
              >
                Use…
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {chosen && <PromptDialog server={server.name} prompt={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

interface PromptDialogProps {
  readonly server: string
  readonly prompt: McpPrompt
  readonly onClose: () => void
}

function PromptDialog({ server, prompt, onClose }: PromptDialogProps) {
  const { askMcp, saveDraft, showView } = useActions()
  const store = useAppStore()
  const [args, setArgs] = useState<Readonly<Record<string, string>>>({})
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isThere = useIsThere()
  const isMissing = ({ name, required }: McpPrompt['arguments'][number]) => required && (args[name] ?? '').trim() === ''
  const fetchIt = async (event: Pick<Event, 'preventDefault'>) => {
    event.preventDefault()
    setTried(true)
    const { currentSessionId } = store.getState().main
    if (currentSessionId === undefined || prompt.arguments.some(isMissing)) return
    setBusy(true)
    const given = await askMcp('mcp.prompt', { name: server, prompt: prompt.name, args: filled(args) })
    // Closed meanwhile: then it is not wanted any more.
    if (!isThere()) return
    setBusy(false)
    if (!given) return
    addToDraft(store, currentSessionId, given.text)
    void saveDraft(currentSessionId, draftOf(store.getState(), currentSessionId))
    onClose()
    showView('task')
    requestAnimationFrame(focusMessageBox)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Use ${prompt.name} of ${server}`}
      description="What you write goes to this server. Its text goes into the message box: read and change it there, and send it if you like."
    >
      <form className={styles.form} aria-label={`Prompt ${prompt.name}`} onSubmit={(event) => void fetchIt(event)}>
        {prompt.arguments.map((each) => (
          <TextArea
            key={each.name}
            label={each.required ? `${each.name} *` : each.name}
            rows={1}
            value={args[each.name] ?? ''}
            onChange={(value) => setArgs({ ...args, [each.name]: value })}
            error={isTried && isMissing(each) ? 'The prompt needs this.' : undefined}
            {...(each.description === '' ? {} : { hint: each.description })}
          />
        ))}
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" disabled={isBusy}>
            Put it into the message box
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Whether the component that calls it still stands. */
function useIsThere(): () => boolean {
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return () => isThere.current
}

/** What was left empty is left out. */
const filled = (args: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== ''))
