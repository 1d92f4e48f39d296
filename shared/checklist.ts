/** A task's checklist as the model writes it: Markdown lines with a box. */
export interface Checklist {
  readonly text: string
  readonly items: readonly { readonly text: string; readonly isDone: boolean }[]
}

const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(\S.*)$/

/** The items of a checklist; undefined for a text that holds none. */
export function readChecklist(text: string): Checklist | undefined {
  const items = text.split(/\r?\n/).flatMap((line) => {
    const [, box, words] = ITEM.exec(line) ?? []
    return box === undefined || words === undefined ? [] : [{ text: words.trim(), isDone: box !== ' ' }]
  })
  return items.length === 0 ? undefined : { text: text.trim(), items }
}

export const doneOf = ({ items }: Checklist): number => items.filter(({ isDone }) => isDone).length
