import { expect, it } from 'vitest'
import { headFor } from '../../../../../renderer/features/approval/short-head'
import type { ClineAskMessage } from '../../../../../shared/messages'

const editOf = (path: string): ClineAskMessage => ({
  type: 'ask',
  ask: 'tool',
  ts: 5,
  data: { tool: 'editedExistingFile', path, status: 'awaiting_approval' },
})

it('shortens a long path in a heading in the middle', () => {
  const path = `packages/${'deep/'.repeat(20)}file.ts`
  const head = headFor(editOf(path), `Rewrite ${path} (+1 −1)`)
  expect(head.length).toBeLessThan(90)
  expect(head).toMatch(/^Rewrite packages\/.*….*\/file\.ts \(\+1 −1\)$/)
})

it('leaves a short path whole, and one in which something hides', () => {
  const hiding = `packages/${'deep/'.repeat(20)}\u202efile.ts`
  expect(headFor(editOf(hiding), `Rewrite ${hiding}`)).toBe(`Rewrite ${hiding}`)
  expect(headFor(editOf('src/a.ts'), 'Rewrite src/a.ts')).toBe('Rewrite src/a.ts')
})
