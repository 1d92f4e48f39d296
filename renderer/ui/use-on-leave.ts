import { useEffect, useRef } from 'react'

/** Calls the newest `act` when what is drawn here goes. */
export function useOnLeave(act: () => unknown): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => void latest.current(), [])
}
