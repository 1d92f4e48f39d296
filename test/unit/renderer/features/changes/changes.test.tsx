// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { UndoDialog } from '../../../../../renderer/features/changes/undo-dialog'
import { ChangesTab } from '../../../../../renderer/features/side-panel/changes-tab'
import { failed, ok } from '../../../../../shared/result'
import type { TaskChange, UndoOutcome, UndoPreview } from '../../../../../shared/task-changes'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const change = (id: string, more: Partial<TaskChange> = {}): TaskChange => ({
  id,
  path: `src/${id}.js`,
  kind: 'edited',
  by: 'agent',
  added: 2,
  removed: 1,
  state: 'present',
  ...more,
})

async function draw(changes: readonly TaskChange[], previews: Readonly<Record<string, UndoPreview>> = {}) {
  const app = await renderWithApp(null, { currentSessionId: 's1', cwd: '/p' })
  let list = changes
  app.bridge.answerWith('changes.list', () => ok([...list]))
  app.bridge.answerWith('changes.diff', ({ id }) => ok({ diff: `@@ -1 +1 @@\n-old ${id}\n+new ${id}\n` }))
  app.bridge.answerWith('changes.preview', ({ id }) => ok(previews[id] ?? { kind: 'ready', diff: '@@ -1 +1 @@\n-new\n+old\n' }))
  const answerToggle = (outcome: (id: string, overwrite: boolean) => UndoOutcome) =>
    app.bridge.answerWith('changes.toggle', ({ ids, overwrite }) => ok(ids.map((id) => outcome(id, overwrite))))
  answerToggle((id) => ({ id, path: `src/${id}.js`, kind: 'done' }))
  await act(async () =>
    app.redraw(
      <>
        <ChangesTab />
        <UndoDialog />
      </>,
    ),
  )
  const nowListed = async (next: readonly TaskChange[], revision: number) => {
    list = next
    await app.push((bridge) => bridge.pushOps({ op: 'set', key: 'changesRevision', value: revision }))
  }
  const toasts = () => app.parts.store.getState().ui.toasts.map(({ text }) => text)
  return { ...app, answerToggle, nowListed, toasts }
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const inDialog = (name: string) => within(screen.getByRole('dialog')).findByRole('button', { name })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('the list of changes', () => {
  it('keeps apart what the agent, its commands and the person changed, and says how each stands', async () => {
    await draw([
      change('a'),
      change('b', { by: 'command', kind: 'created', state: 'kept', why: 'It is larger than 10 MB.' }),
      change('c', { by: 'person', state: 'changed_since' }),
    ])
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'By the agent',
      'By commands',
      'By you (noticed)',
    ])
    const commands = screen.getByRole('region', { name: 'By commands' })
    expect(commands.textContent).toContain('Created')
    expect(commands.textContent).toContain('Cannot be undone')
    expect(within(commands).queryByRole('button', { name: /^Undo/ })).toBeNull()
    await userEvent.click(within(commands).getByRole('button', { name: /Created/ }))
    expect(commands.textContent).toContain('It is larger than 10 MB.')
    expect(screen.getByRole('region', { name: 'By you (noticed)' }).textContent).toContain('Changed since')
  })

  it('shows the diff of a change when it is opened, and asks for it only then', async () => {
    const { bridge } = await draw([change('a')])
    expect(bridge.inputsOf('changes.diff')).toEqual([])
    await userEvent.click(button(/Edited/))
    expect(screen.getByRole('group', { name: 'Changes to src/a.js' }).textContent).toContain('new a')
  })

  it('is asked for anew when main says that it is another, and when the window comes back', async () => {
    const { bridge, nowListed } = await draw([])
    expect(screen.getByText(/No file was changed yet/)).toBeTruthy()
    await nowListed([change('a')], 1)
    expect(screen.getByText('1 changed file')).toBeTruthy()
    await act(async () => void window.dispatchEvent(new Event('focus')))
    expect(bridge.inputsOf('changes.list')).toHaveLength(3)
  })

  it('draws the first hundred of a long list, and the rest when it is asked for', async () => {
    await draw(Array.from({ length: 130 }, (_, index) => change(`f${index}`, { by: 'command' })))
    expect(screen.getAllByRole('listitem')).toHaveLength(100)
    await userEvent.click(button('Show all 130 files'))
    expect(screen.getAllByRole('listitem')).toHaveLength(130)
  })

  it('is empty while the session has no task', async () => {
    const { bridge, nowListed } = await draw([])
    bridge.answerWith('changes.list', () => failed({ code: 'not_found', message: 'There is no task in this session.' }))
    await nowListed([], 1)
    expect(screen.getByText(/^No file was changed yet/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('says why it cannot be shown, and tries again', async () => {
    const { bridge, nowListed } = await draw([])
    bridge.answerWith('changes.list', () => failed({ code: 'failed', message: 'The journal cannot be read.' }))
    await nowListed([], 1)
    expect(screen.getByText('The journal cannot be read.')).toBeTruthy()
    bridge.answerWith('changes.list', () => ok([change('a')]))
    await userEvent.click(button('Try again'))
    expect(screen.getByText('1 changed file')).toBeTruthy()
  })
})

describe('undoing a change', () => {
  it('shows first what would happen, then does it and says so', async () => {
    const { bridge, toasts } = await draw([change('a')])
    await userEvent.click(button('Undo the change of src/a.js'))
    const dialog = await screen.findByRole('dialog', { name: 'Undo the change of src/a.js' })
    expect(await within(dialog).findByText('Goes back to what it held before')).toBeTruthy()
    expect(within(dialog).getByRole('group', { name: 'Changes to src/a.js' }).textContent).toContain('old')
    expect(bridge.inputsOf('changes.toggle')).toEqual([])
    await userEvent.click(await inDialog('Undo'))
    expect(bridge.inputsOf('changes.toggle')).toEqual([{ sessionId: 's1', ids: ['a'], overwrite: false }])
    await closed()
    expect(toasts()).toEqual(['The change of src/a.js is undone.'])
  })

  it('is itself undone by Redo', async () => {
    const { bridge, toasts } = await draw([change('a', { state: 'reverted' })])
    await userEvent.click(button('Redo the change of src/a.js'))
    await userEvent.click(await inDialog('Make again'))
    expect(bridge.inputsOf('changes.toggle')).toHaveLength(1)
    await closed()
    expect(toasts()).toEqual(['The change of src/a.js is made again.'])
  })

  it('gives up what the person changed since only by a button of its own', async () => {
    const message = 'src/a.js was changed since in the same place, at line 3: undoing it would give those changes up.'
    const { bridge } = await draw([change('a', { state: 'changed_since' })], { a: { kind: 'conflict', diff: '', message } })
    await userEvent.click(button('Undo the change of src/a.js'))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Undo' })).toBeNull()
    await userEvent.click(await inDialog('Undo and give up my change'))
    expect(bridge.inputsOf('changes.toggle')).toEqual([{ sessionId: 's1', ids: ['a'], overwrite: true }])
    await closed()
  })

  it('leaves everything as it is with Escape', async () => {
    const { bridge } = await draw([change('a')])
    await userEvent.click(button('Undo the change of src/a.js'))
    await userEvent.keyboard('{Escape}')
    await closed()
    expect(bridge.inputsOf('changes.toggle')).toEqual([])
  })
})

describe('undoing all', () => {
  const all = [change('a'), change('b', { by: 'command' }), change('c', { by: 'person' }), change('d', { state: 'reverted' })]

  it('is about what the task changed and not about what the person did', async () => {
    const { bridge, toasts } = await draw(all)
    await userEvent.click(button('Undo all'))
    await userEvent.click(await inDialog('Undo 2 changes'))
    expect(bridge.inputsOf('changes.toggle').map(({ ids }) => ids)).toEqual([['a', 'b']])
    await closed()
    expect(toasts()).toEqual(['2 changes are undone.'])
  })

  it('undoes what it can, and then asks about what turned out to conflict', async () => {
    const { bridge, answerToggle, nowListed } = await draw([change('a'), change('b')])
    answerToggle((id, overwrite) =>
      id === 'b' && !overwrite
        ? { id, path: 'src/b.js', kind: 'conflict', message: 'src/b.js was changed since.' }
        : { id, path: `src/${id}.js`, kind: 'done' },
    )
    await userEvent.click(button('Undo all'))
    await userEvent.click(await inDialog('Undo 2 changes'))
    await nowListed([change('a', { state: 'reverted' }), change('b', { state: 'changed_since' })], 1)
    expect(screen.getByText('src/b.js was changed since.')).toBeTruthy()
    await userEvent.click(await inDialog('Undo and give up my change'))
    expect(bridge.inputsOf('changes.toggle').at(-1)).toEqual({ sessionId: 's1', ids: ['b'], overwrite: true })
    await closed()
  })

  it('tells each file that could not be undone, and why', async () => {
    const { answerToggle, toasts } = await draw([change('a')])
    answerToggle((id) => ({ id, path: 'src/a.js', kind: 'failed', message: 'src/a.js may not be written.' }))
    await userEvent.click(button('Undo all'))
    await userEvent.click(await inDialog('Undo'))
    await closed()
    expect(toasts()).toEqual(['src/a.js may not be written.'])
  })
})
