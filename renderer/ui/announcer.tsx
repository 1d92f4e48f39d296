import { type ReactNode, createContext, useCallback, useContext, useState } from 'react'
import { VisuallyHidden } from './visually-hidden'

export type Urgency = 'polite' | 'assertive'
export type Announce = (text: string, urgency?: Urgency) => void

const AnnounceContext = createContext<Announce>(() => undefined)

/** Says something to those who listen to the window: `assertive` only for what waits for them. */
export const useAnnounce = (): Announce => useContext(AnnounceContext)

/** Holds the two live regions. They are there before anything is said, or screen readers would miss the first words. */
export function Announcer({ children }: { readonly children: ReactNode }) {
  const [polite, setPolite] = useState('')
  const [assertive, setAssertive] = useState('')
  const announce = useCallback<Announce>((text, urgency = 'polite') => {
    const set = urgency === 'assertive' ? setAssertive : setPolite
    set((before) => spokenAgain(before, text))
  }, [])
  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <VisuallyHidden>
        <span role="status" aria-live="polite" data-live="polite">
          {polite}
        </span>
        <span aria-live="assertive" aria-atomic="true" data-live="assertive">
          {assertive}
        </span>
      </VisuallyHidden>
    </AnnounceContext.Provider>
  )
}

/** The same words twice must still be a change, or they would be spoken once. */
const spokenAgain = (before: string, text: string): string => (before === text ? `${text}\u00a0` : text)
