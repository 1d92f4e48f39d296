/** As much of a terminal's screen as its shape depends on. */
export interface Screen {
  readonly rows: number
  /** The text of a row of the screen, without trailing blanks. */
  readonly rowText: (row: number) => string
  readonly cursorRow: number
}

export interface ScreenShape {
  /** How many lines are seen. */
  readonly lines: number
  /** How many rows of the screen stand above them. */
  readonly hiddenAbove: number
}

/**
 * Which part of a screen to show: all that is in use while it is short, else its end. It never gets smaller while a
 * command runs, or what stands below would jump.
 */
export function shapeOf(screen: Screen, before: ScreenShape, mostLines: number): ScreenShape {
  const used = usedRows(screen)
  const lines = Math.min(Math.max(before.lines, used, 1), mostLines, screen.rows)
  return { lines, hiddenAbove: Math.max(0, used - lines) }
}

function usedRows(screen: Screen): number {
  for (let row = screen.rows - 1; row >= 0; row--) {
    if (row === screen.cursorRow && row > 0 && screen.rowText(row) === '') continue
    if (screen.rowText(row) !== '') return row + 1
  }
  return 0
}
