// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TrustDialog } from '../../../../../renderer/features/trust/trust-dialog'
import { failed, ok } from '../../../../../shared/result'
import type { BroughtItem, FolderTrust, TrustSummary } from '../../../../../shared/trust'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const hook: BroughtItem = {
  kind: 'hook',
  path: '.clinerules/hooks/PreToolUse',
  hash: 'a',
  standing: 'changed',
  about: 'Runs before each tool call of the agent.',
  text: '#!/bin/sh\necho "<img src=x onerror=alert(1)>\u202e"\n',
  isCut: false,
  calls: [{ path: 'tools/check.sh', text: 'rm -r build\n', isCut: false }, { path: 'tools/away' }],
}
const skill: BroughtItem = { kind: 'skill', path: '.agents/skills/x/SKILL.md', hash: 'b', standing: 'new', text: 'text', isCut: true }
const old: BroughtItem = { ...skill, path: '.agents/skills/y/SKILL.md', hash: 'c', standing: 'trusted' }
const survey: FolderTrust = {
  folder: '/home/mira/orders',
  items: [hook, skill, old],
  unusable: [
    {
      kind: 'hook',
      path: '.clinerules/hooks/TaskStart',
      reason: '.clinerules/hooks/TaskStart is a link that leads out of the project, so it is not used.',
    },
  ],
  ignored: ['.mcp.json'],
}
const summary = (more: Partial<TrustSummary> = {}): TrustSummary => ({
  folder: '/home/mira/orders',
  pending: 2,
  trusted: 1,
  fingerprint: 'f',
  ...more,
})

async function draw(trust: TrustSummary | undefined) {
  const app = await renderWithApp(<TrustDialog />, {
    currentSessionId: 's',
    homeDir: '/home/mira',
    ...(trust ? { projectTrust: trust } : {}),
  })
  app.bridge.answerWith('trust.survey', () => ok(survey))
  return app
}

async function opened(trust = summary()) {
  const app = await draw(undefined)
  await app.push((bridge) => bridge.pushState({ currentSessionId: 's', homeDir: '/home/mira', projectTrust: trust }))
  return app
}

describe('the dialog about what a folder brings', () => {
  it('asks about what is new or changed, shows its content as text, and names what is never used', async () => {
    await opened()
    const dialog = screen.getByRole('dialog', { name: 'Do you trust what this folder brings?' })
    expect(dialog.textContent).toContain('~/orders')
    const items = within(within(dialog).getByRole('list', { name: 'What the folder brings' })).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Hook.clinerules/hooks/PreToolUseChanged since you trusted itRuns before each tool call of the agent.',
      'Skill.agents/skills/x/SKILL.mdNew',
    ])
    await userEvent.click(within(dialog).getByRole('button', { name: /PreToolUse/ }))
    const content = within(dialog).getByRole('group', { name: 'Content of .clinerules/hooks/PreToolUse' })
    expect(content.textContent).toContain('<img src=x onerror=alert(1)>')
    expect(content.querySelector('img')).toBeNull()
    expect(within(content).getByText('RLO').tagName).toBe('MARK')
    expect(within(dialog).getByRole('group', { name: 'Content of tools/check.sh' }).textContent).toContain('rm -r build')
    expect(dialog.textContent).toContain('which could not be read and is not checked: tools/away')
    expect(dialog.textContent).toContain('programs elsewhere on your computer, are not checked')
    expect(dialog.textContent).toContain('leads out of the project')
    expect(dialog.textContent).toContain('.mcp.json')
  })

  it('trusts exactly what was shown', async () => {
    const { bridge, parts } = await opened()
    await userEvent.click(screen.getByRole('button', { name: 'Trust 2 items' }))
    const items = [hook, skill].map(({ kind, path, hash }) => ({ kind, path, hash }))
    expect(bridge.inputsOf('trust.decide')).toEqual([{ sessionId: 's', decision: 'trusted', items }])
    expect(parts.store.getState().ui.trustPutOff).toBe('f')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('can be agreed to only once the end of the list was in view', async () => {
    let bottom = 500
    const rect = vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 0, bottom))
    await opened()
    const trust = screen.getByRole('button', { name: 'Trust 2 items' })
    expect(trust).toHaveProperty('disabled', true)
    expect(screen.getByText('Scroll to the end of the list to trust it.')).toBeTruthy()
    bottom = 0
    fireEvent.scroll(screen.getByRole('list', { name: 'What the folder brings' }).parentElement ?? document.body)
    expect(trust).toHaveProperty('disabled', false)
    rect.mockRestore()
  })

  it('takes a no, and stays when it is refused', async () => {
    const { bridge } = await opened()
    bridge.answerWith('trust.decide', () => failed({ code: 'failed', message: 'It could not be saved.' }))
    await userEvent.click(screen.getByRole('button', { name: 'Don’t trust' }))
    expect(bridge.inputsOf('trust.decide')).toMatchObject([{ decision: 'refused' }])
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('can be put off, until the folder brings something else', async () => {
    const { push } = await opened()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await push((bridge) => bridge.pushState({ currentSessionId: 's', projectTrust: summary({ fingerprint: 'g' }) }))
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('does not come by itself when everything is decided, and shows all of it when it is asked for', async () => {
    const { parts } = await opened(summary({ pending: 0 }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(async () => parts.actions.reviewTrust())
    const dialog = screen.getByRole('dialog', { name: 'What this folder brings' })
    expect(within(within(dialog).getByRole('list', { name: 'What the folder brings' })).getAllByRole('listitem')).toHaveLength(3)
  })
})
