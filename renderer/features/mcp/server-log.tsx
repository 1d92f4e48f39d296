import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { McpServer } from '../../../shared/mcp'
import { CodeText } from '../../cards/code-text'
import { useActions, useBridge } from '../../store/app-context'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { scrollByKey } from '../chat/log-keys'
import { useFollowEnd } from '../chat/use-follow-end'
import { logLines } from './log-lines'
import styles from './server-log.module.css'

/** What a server printed, in a window of its own: fetched only while somebody looks. */
export function ServerLog({ server }: { readonly server: McpServer }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" aria-label={`Log of ${server.name}`} onClick={() => setOpen(true)}>
        Log
      </Button>
      {isOpen && <LogDialog server={server} onClose={() => setOpen(false)} />}
    </>
  )
}

interface LogDialogProps {
  readonly server: McpServer
  readonly onClose: () => void
}

function LogDialog({ server: { name, logRevision }, onClose }: LogDialogProps) {
  const { copy } = useActions()
  const text = useMcpLog(name, logRevision)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="wide"
      title={`Log of ${name}`}
      description="What it printed, and what was noticed of it. The newest stands at the end."
      footer={
        <Button disabled={!text} onClick={() => void copy(text ?? '')}>
          Copy log
        </Button>
      }
    >
      {text === '' && <p className={styles.empty}>It has printed nothing.</p>}
      {text && <LogText name={name} text={text} />}
    </Dialog>
  )
}

const LINE_PX = 16
const OVERSCAN_LINES = 20

/** Only the lines near the window are in the page, however long the log is. It follows the end while the reader is there. */
function LogText({ name, text }: { readonly name: string; readonly text: string }) {
  const lines = useMemo(() => logLines(text), [text])
  const { box, scrollToEnd, followIfAtEnd } = useFollowEnd(true)
  const ruler = useRef<HTMLSpanElement>(null)
  const columns = useColumns(box, ruler)
  // oxlint-disable-next-line react/incompatible-library -- The warning is for the React compiler, which is not used here.
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    // Lines break where there is no more room, so that nearly all are as high as is said here.
    estimateSize: (index) => Math.max(1, Math.ceil((lines[index]?.length ?? 0) / columns)) * LINE_PX,
    overscan: OVERSCAN_LINES,
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, columns])
  const height = virtualizer.getTotalSize()
  useLayoutEffect(followIfAtEnd, [followIfAtEnd, height])
  const items = virtualizer.getVirtualItems()
  return (
    <div
      ref={box}
      className={styles.log}
      role="log"
      aria-label={`Log of ${name}`}
      aria-live="off"
      tabIndex={0}
      dir="ltr"
      onKeyDown={(event) => scrollByKey(event, scrollToEnd)}
    >
      <span ref={ruler} className={styles.ruler} aria-hidden>
        {'0'.repeat(RULER_CHARACTERS)}
      </span>
      <div className={styles.sizer} style={{ height }}>
        <div className={styles.lines} style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
          {items.map(({ key, index }) => (
            <div key={key} ref={virtualizer.measureElement} data-index={index} className={styles.line}>
              <Line text={lines[index] ?? ''} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const RULER_CHARACTERS = 50
const PADDING_PX = 16

/** How many characters of code stand beside each other in a box. */
function useColumns(box: RefObject<HTMLElement | null>, ruler: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(80)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => {
      const character = (ruler.current?.offsetWidth ?? 0) / RULER_CHARACTERS
      if (character > 0) setColumns(Math.max(1, Math.floor((element.clientWidth - PADDING_PX) / character)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, ruler])
  return columns
}

const Line = memo(function Line({ text }: { readonly text: string }) {
  return <CodeText text={text} />
})

/** Asked for anew when main says that it is another. The last answer stays until the new one is there. */
function useMcpLog(name: string, logRevision: number): string | undefined {
  const bridge = useBridge()
  const [text, setText] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    void bridge.call('mcp.log', { name }).then((answer) => {
      if (isCurrent && answer.ok && answer.value !== null) setText(answer.value)
    })
    return () => {
      isCurrent = false
    }
  }, [bridge, name, logRevision])
  return text
}
