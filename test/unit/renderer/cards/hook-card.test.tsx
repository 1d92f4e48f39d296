// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { HookCard } from '../../../../renderer/cards/hook-card'
import { LogOwner } from '../../../../renderer/cards/log-owner'
import type { HookStatus } from '../../../../shared/hooks'
import type { SubagentKey } from '../../../../shared/subagents'
import { renderWithApp } from '../../../support/render-with-app'

afterEach(cleanup)

const draw = (data: Partial<HookStatus>, owner?: SubagentKey) =>
  renderWithApp(
    <LogOwner value={owner}>
      <HookCard
        row={{
          ts: 7,
          type: 'say',
          say: 'hook_status',
          data: {
            hookName: 'PreToolUse',
            toolName: 'read_file',
            status: 'running',
            scripts: [{ source: 'global', path: '/data/hooks/PreToolUse' }],
            ...data,
          },
        }}
      />
    </LogOwner>,
    { currentSessionId: 's' },
  )

describe('the card of a hook', () => {
  it('says what runs and can end it', async () => {
    const { bridge } = await draw({ output: 'waiting\n' })
    await userEvent.click(screen.getByRole('button', { name: 'Stop hook and task: PreToolUse' }))
    expect(bridge.inputsOf('hook.stop')).toEqual([{ sessionId: 's', ts: 7 }])
    await userEvent.click(screen.getByRole('button', { name: /Hook PreToolUse/ }))
    expect(screen.getByRole('group', { name: 'Output of the hook' }).textContent).toBe('waiting')
  })

  it('ends what runs in the log of a subagent, and that agent alone', async () => {
    const { bridge } = await draw({}, { ts: 5, index: 2 })
    await userEvent.click(screen.getByRole('button', { name: 'Stop hook and agent: PreToolUse' }))
    expect(bridge.inputsOf('hook.stop')).toEqual([{ sessionId: 's', ts: 7, subagent: { ts: 5, index: 2 } }])
  })

  it('stands open with the reason when it failed or stopped something, its output being text', async () => {
    const error = { type: 'execution', message: 'The hook PreToolUse ended with exit code 3.', details: '<b>broken</b>' } as const
    const { container } = await draw({
      status: 'failed',
      exitCode: 3,
      error,
      output: '<b>broken</b>\n',
      pendingToolInfo: { tool: 'read_file', path: 'a.txt' },
    })
    expect(container.textContent).toContain('Failed, exit code 3')
    expect(container.textContent).toContain('The hook PreToolUse ended with exit code 3.')
    expect(container.textContent).toContain('About a.txt')
    expect(container.querySelector('b')).toBeNull()
    expect(screen.queryByRole('group', { name: 'What went wrong' })).toBeNull()
  })

  it('names no task to be stopped for one that only looks on', async () => {
    await draw({ hookName: 'Notification' })
    expect(screen.getByRole('button', { name: 'Stop hook: Notification' })).toBeTruthy()
  })
})
