import { useRef } from 'react'
import { Button, type ButtonProps } from '../../ui/button'
import { useKeptFocus } from '../composer/use-kept-focus'

/** A button of a server that leaves when the server stands otherwise: the focus stays in its row. */
export function RowButton(props: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useKeptFocus(button, focusRowOf)
  return <Button {...props} ref={button} />
}

const focusRowOf = (leaving: HTMLElement): void => focusRow(leaving.closest('li'))

/** The button that shows more of a server is there whatever it does. */
export const focusRow = (row: HTMLElement | null): void => row?.querySelector<HTMLElement>('button[aria-expanded]')?.focus()
