import { type RefObject, useEffect, useRef, useState } from 'react'
import type { CallOutput } from '../../../shared/ipc'
import { useActions, useBridge } from '../../store/app-context'
import { followTerminal } from './follow-terminal'
import styles from './terminal.module.css'
import { type DrawnScreen, openScreen } from './open-screen'
import { type ScreenShape, shapeOf } from './screen-shape'

interface LiveScreenProps {
  readonly terminalId: string
  /** What runs, for the screen's name. */
  readonly command: string
  readonly mostLines: number
  /** What stands there when the screen cannot be had. */
  readonly gone?: string
}

const GONE = 'The live output cannot be shown. It will stand here when the command ends.'

/** A running command's screen: what moves in place there moves in place here. */
export function LiveScreen({ terminalId, command, mostLines, gone = GONE }: LiveScreenProps) {
  const box = useRef<HTMLDivElement>(null)
  const { shape, rowHeight, isGone } = useScreen(box, terminalId, mostLines)
  if (isGone) return <p className={styles.note}>{gone}</p>
  return (
    <div className={styles.live} role="group" aria-label={`Live output of ${command}`} tabIndex={0}>
      <div className={styles.window} style={{ height: rowHeight ? shape.lines * rowHeight : undefined }}>
        <div ref={box} className={styles.screen} style={{ marginTop: -shape.hiddenAbove * rowHeight }} />
      </div>
    </div>
  )
}

const firstShape: ScreenShape = { lines: 1, hiddenAbove: 0 }

function useScreen(box: RefObject<HTMLDivElement | null>, terminalId: string, mostLines: number) {
  const bridge = useBridge()
  const { askToOpenLink } = useActions()
  const [shape, setShape] = useState(firstShape)
  const [rowHeight, setRowHeight] = useState(0)
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    let drawn: Promise<DrawnScreen | undefined> | undefined
    const giveUp = () => setGone(true)
    let hasEnded = false
    const draw = async (shown: CallOutput<'terminal.open'>) => {
      const element = box.current
      if (!element) throw new Error('The box of a terminal is drawn before its effect runs.')
      const screen = await openScreen(element, shown, askToOpenLink)
      if (hasEnded) return screen
      const measure = () => {
        setRowHeight(screen.rowHeight())
        setShape((before) => sameShape(before, shapeOf(screen.screen(), before, mostLines)))
      }
      screen.onChange(measure)
      return screen
    }
    const end = followTerminal(bridge, terminalId, {
      open: (shown) => {
        void drawn?.then((screen) => screen?.dispose())
        // Without the emulator the output is still there when the command ends.
        drawn = draw(shown).catch(() => {
          giveUp()
          return undefined
        })
      },
      write: (data) => void drawn?.then((screen) => screen?.write(data)),
      gone: giveUp,
    })
    return () => {
      hasEnded = true
      end()
      void drawn?.then((screen) => screen?.dispose())
    }
  }, [box, bridge, terminalId, mostLines, askToOpenLink])
  return { shape, rowHeight, isGone }
}

const sameShape = (before: ScreenShape, now: ScreenShape): ScreenShape =>
  before.lines === now.lines && before.hiddenAbove === now.hiddenAbove ? before : now
