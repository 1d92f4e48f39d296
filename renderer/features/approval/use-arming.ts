import { useEffect, useRef } from 'react'
import { useApp, useAppStore } from '../../store/app-context'
import { type AppState, setUi } from '../../store/app-store'
import { type Arming, createArming } from './arming'

const selectAnswersTaken = (state: AppState) => state.ui.answersTaken

/** Keeps `ui.answerableTs`: the ask whose answers may act now. Lives as long as the place where cards appear. */
export function useArming(ts: number | undefined): void {
  const store = useAppStore()
  const answersTaken = useApp(selectAnswersTaken)
  const arming = useRef<Arming>(undefined)

  useEffect(() => {
    const own = createArming((answerableTs) => {
      if (store.getState().ui.answerableTs !== answerableTs) setUi(store, { answerableTs })
    })
    arming.current = own
    const leave = () => own.leave()
    const comeBack = () => own.comeBack()
    window.addEventListener('blur', leave)
    // A press or a key can only reach a window that has the focus, whether or not anyone said so.
    const signs = ['focus', 'pointerdown', 'keydown'] as const
    for (const sign of signs) window.addEventListener(sign, comeBack, true)
    return () => {
      window.removeEventListener('blur', leave)
      for (const sign of signs) window.removeEventListener(sign, comeBack, true)
      own.end()
    }
  }, [store])

  useEffect(() => arming.current?.show(ts), [ts, answersTaken])
}
