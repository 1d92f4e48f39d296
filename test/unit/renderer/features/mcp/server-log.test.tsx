// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { logLines } from '../../../../../renderer/features/mcp/log-lines'
import { ServerLog } from '../../../../../renderer/features/mcp/server-log'
import { ok } from '../../../../../shared/result'
import { giveElementsSizes } from '../../../../support/element-sizes'
import { mcpServer } from '../../../../support/mcp/mcp-server'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const server = mcpServer('tracker', 'connected')

async function opened(log: string) {
  onTestFinished(giveElementsSizes())
  const { bridge } = await renderWithApp(<ServerLog server={server} />, {})
  bridge.answerWith('mcp.log', () => ok(log))
  await userEvent.click(screen.getByRole('button', { name: 'Log of tracker' }))
}

it('draws only the lines of a megabyte that are near the window', async () => {
  await opened(Array.from({ length: 20_000 }, (_, index) => `line ${index} ${'x'.repeat(40)}`).join('\n'))
  const log = await screen.findByRole('log', { name: 'Log of tracker' })
  expect(log.querySelectorAll('[data-index]').length).toBeGreaterThan(5)
  expect(log.querySelectorAll('[data-index]').length).toBeLessThan(200)
})

it('says so where nothing was printed', async () => {
  await opened('')
  await screen.findByText('It has printed nothing.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Copy log' }).disabled).toBe(true)
})

it('cuts a line that is very long into pieces, and never within a character', () => {
  expect(logLines('a\n\nb\n')).toEqual(['a', '', 'b'])
  const line = '\u{1f600}'.repeat(1_500)
  expect(logLines(line).map(({ length }) => length)).toEqual([2_000, 1_000])
})
