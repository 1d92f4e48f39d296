// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AskBody } from '../../../../../renderer/features/approval/ask-body'
import type { ClineAskMessage } from '../../../../../shared/messages'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)
const draw = (row: ClineAskMessage) => renderWithApp(<AskBody row={row} canAnswer onOption={() => undefined} />)

it('draws a question as the log does, and each answer that is offered, also twice the same', async () => {
  await draw({ type: 'ask', ask: 'followup', ts: 5, data: { question: 'Which **colour**?', options: ['Red', 'Red', 'Blue'] } })
  expect(screen.getByText('colour').tagName).toBe('STRONG')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Red', 'Red', 'Blue'])
})
