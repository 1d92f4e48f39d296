// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ClineAskMessage } from '../../../../../shared/messages'
import { failed } from '../../../../../shared/result'
import { answersIn, drawAsked } from '../../../../support/draw-asked'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'requestAnimationFrame'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const click = (element: Element) => act(async () => void fireEvent.click(element))

describe('a tool of an MCP server', () => {
  const call: ClineAskMessage = {
    type: 'ask',
    ask: 'use_mcp_server',
    ts: 5,
    data: { type: 'use_mcp_tool', serverName: 'tracker', toolName: 'find', arguments: '{}', status: 'awaiting_approval' },
    approval: { summary: 'Call find of the MCP server tracker', reason: 'r', letRun: 'h1' },
  }
  const always = 'Run without asking, until it changes or you switch it off'

  it('is let run without asking by the switch of the settings, and this call is approved', async () => {
    const app = await drawAsked(call)
    await act(async () => void fireEvent.keyDown(document.body, { key: 'E', ctrlKey: true, shiftKey: true }))
    await act(async () => vi.advanceTimersByTime(100))
    await click(within(screen.getByRole('group', { name: 'find of tracker' })).getByRole('menuitem', { name: always }))
    expect(app.bridge.inputsOf('mcp.tool')).toEqual([{ name: 'tracker', tool: 'find', autoApprove: true, hash: 'h1' }])
    expect(answersIn(app)).toEqual([{ response: 'yesButtonClicked' }])
  })

  it('still waits where the switch could not be turned', async () => {
    const app = await drawAsked(call)
    app.bridge.answerWith('mcp.tool', () => failed({ code: 'refused', message: '"tracker" has no tool "find" now.' }))
    await act(async () => void fireEvent.keyDown(screen.getByRole('button', { name: 'Always…' }), { key: 'Enter' }))
    await click(screen.getByRole('menuitem', { name: always }))
    expect(answersIn(app)).toEqual([])
    expect(app.parts.store.getState().ui.toasts.map(({ text }) => text)).toEqual(['"tracker" has no tool "find" now.'])
  })

  it.each([
    ['a tool that would ask all the same', call.data],
    ['the reading of a resource', { type: 'access_mcp_resource', serverName: 'tracker', uri: 'a://b', status: 'awaiting_approval' }],
  ] as const)('is not offered for %s', async (_what, data) => {
    await drawAsked({ ...call, data, approval: { summary: 's', reason: 'r' } })
    expect(screen.queryByRole('button', { name: 'Always…' })).toBeNull()
  })
})
