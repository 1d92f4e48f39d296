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

/** The first button of a row is there whatever the server does. */
export const focusRow = (row: HTMLElement | null): void => row?.querySelector('button')?.focus()
