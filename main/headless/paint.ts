/** Colours for a terminal. Each takes text that is harmless already; lines are painted one by one, so that none bleeds. */
export interface Paint {
  /** False when text stays as it is. */
  readonly isOn: boolean
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly cyan: (text: string) => string
}

/** Without colour the text stays as it is. */
export function createPaint(colour: boolean): Paint {
  const style = (start: number, end: number) => (text: string) =>
    colour && text !== ''
      ? text
          .split('\n')
          .map((line) => (line === '' ? '' : `\u001b[${start}m${line}\u001b[${end}m`))
          .join('\n')
      : text
  return {
    isOn: colour,
    bold: style(1, 22),
    dim: style(2, 22),
    red: style(31, 39),
    green: style(32, 39),
    yellow: style(33, 39),
    cyan: style(36, 39),
  }
}
