// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Select } from '../../../../renderer/ui/select'
import { Switch } from '../../../../renderer/ui/switch'
import { TextField } from '../../../../renderer/ui/text-field'

const descriptionOf = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

describe('fields', () => {
  afterEach(cleanup)

  it('have a name, and their hint and error as a description', () => {
    render(<TextField label="Folder path" value="x" onChange={() => undefined} hint="A hint." error="An error." />)
    const field = screen.getByRole('textbox', { name: 'Folder path' })
    expect(descriptionOf(field)).toBe('A hint. An error.')
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })

  it('keep a name that is not seen', () => {
    render(<TextField label="Find" hideLabel value="" onChange={() => undefined} />)
    expect(screen.getByRole('textbox', { name: 'Find' })).toBeTruthy()
  })

  it('tell what was picked from a list', () => {
    const picked: string[] = []
    const options = [
      { value: 'a', label: 'First' },
      { value: 'b', label: 'Second' },
    ] as const
    render(<Select<'a' | 'b'> label="Which" value="a" options={options} onChange={(value) => picked.push(value)} />)
    fireEvent.change(screen.getByRole('combobox', { name: 'Which' }), { target: { value: 'b' } })
    expect(picked).toEqual(['b'])
  })

  it('are switched by their words, and show what is stored until it changes', () => {
    const flicks: boolean[] = []
    render(<Switch label="Read project files" checked onChange={(on) => flicks.push(on)} hint="Reads." />)
    const control = screen.getByRole<HTMLInputElement>('switch', { name: 'Read project files' })
    fireEvent.click(screen.getByText('Read project files'))
    expect(flicks).toEqual([false])
    expect(control.checked).toBe(true)
    expect(descriptionOf(control)).toBe('Reads.')
  })
})
