import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { ApprovalCard } from '../../renderer/features/approval/approval-card'
import { DEAF_MS } from '../../renderer/features/approval/arming'
import { Composer } from '../../renderer/features/composer/composer'
import { CommandPalette } from '../../renderer/features/palette/command-palette'
import type { ClineAskMessage } from '../../shared/messages'
import { renderWithApp } from './render-with-app'

/** The card of a question with what stands around it, once it takes an answer. The timers must be fake ones. */
export async function drawAsked(row: ClineAskMessage) {
  const app = await renderWithApp(
    <>
      <ApprovalCard />
      <Composer />
      <CommandPalette />
    </>,
    { currentSessionId: 's1', cwd: '/p', taskState: { kind: 'awaiting_approval', turn: 1, askTs: row.ts }, clineMessages: [row] },
  )
  await act(async () => vi.advanceTimersByTime(DEAF_MS))
  return app
}

/** What was answered by then. */
export const answersIn = (app: Awaited<ReturnType<typeof drawAsked>>) => app.bridge.inputsOf('ask.answer').map(({ answer }) => answer)
