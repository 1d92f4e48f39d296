/** How long answer buttons are deaf after a card appeared or the window came back, in ms. */
export const DEAF_MS = 500

export interface Arming {
  /** Another ask is shown, or none. */
  show(ts: number | undefined): void
  /** The window lost the focus: whatever brings it back must not answer. */
  leave(): void
  comeBack(): void
  end(): void
}

/** Decides when the answers of an ask may act. `onChange` is told the ask that may be answered from now on, or `undefined`. */
export function createArming(onChange: (answerable: number | undefined) => void): Arming {
  let shown: number | undefined
  let isAway = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const restart = () => {
    clearTimeout(timer)
    onChange(undefined)
    const ts = shown
    if (ts === undefined || isAway) return
    timer = setTimeout(() => onChange(ts), DEAF_MS)
  }
  return {
    show(ts) {
      shown = ts
      restart()
    },
    leave() {
      isAway = true
      restart()
    },
    comeBack() {
      if (!isAway) return
      isAway = false
      restart()
    },
    end() {
      shown = undefined
      restart()
    },
  }
}
