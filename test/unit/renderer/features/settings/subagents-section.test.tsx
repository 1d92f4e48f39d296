// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { SubagentsSection } from '../../../../../renderer/features/settings/subagents-section'
import { ok } from '../../../../../shared/result'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

it('says where agents of one’s own are put, and lists those that there are when the window comes back', async () => {
  const { bridge } = await renderWithApp(<SubagentsSection />, { homeDir: '/home/mira' })
  expect(screen.getByText(/There are no agents of your own/).textContent).toContain('in ~/.config/countersign/agents;')
  const path = '/home/mira/.config/countersign/agents/scout.yaml'
  bridge.answerWith('agents.list', () => ok({ folder: '/home/mira', agents: [{ name: 'scout', description: 'Looks around.', path }] }))
  fireEvent.focus(window)
  const agents = await screen.findByRole('list', { name: 'Agents of your own' })
  expect(within(agents).getByText('Looks around.')).toBeTruthy()
  expect(within(agents).getByText('~/.config/countersign/agents/scout.yaml')).toBeTruthy()
})
