// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { McpFormDialog } from '../../../../../renderer/features/mcp/form-dialog'
import { changeDraft, currentDraft } from '../../../../../renderer/features/composer/drafts'
import { MCP_SECTION_ID } from '../../../../../renderer/features/settings/section-ids'
import { McpSection } from '../../../../../renderer/features/mcp/mcp-section'
import type { McpDetails, McpServer, McpTool } from '../../../../../shared/mcp'
import { troubleWords } from '../../../../../renderer/features/mcp/mcp-words'
import { readPasted } from '../../../../../renderer/features/mcp/pasted-servers'
import { failed, ok } from '../../../../../shared/result'
import { giveElementsSizes } from '../../../../support/element-sizes'
import { mcpServer } from '../../../../support/mcp/mcp-server'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const launch: NonNullable<McpServer['launch']> = {
  transport: 'stdio',
  command: 'npx',
  args: ['-y', 'a server'],
  variables: ['API_KEY'],
  headers: [],
  autoApprove: [],
}
const server = (name: string, status: McpServer['status'], more: Partial<McpServer> = {}): McpServer =>
  mcpServer(name, status, { launch, launchId: `launch of ${name}`, tools: 2, ...more })
const tool = (name: string, more: Partial<McpTool> = {}): McpTool => ({
  name,
  description: `Does ${name}.`,
  parameters: [{ name: 'text', required: true, description: '' }],
  enabled: true,
  autoApprove: false,
  lapsed: false,
  readOnly: false,
  ...more,
})
const details = (tools: McpTool[]): McpDetails => ({
  tools,
  resources: [{ uri: 'test://one', name: 'One' }],
  prompts: [],
})

async function draw(mcpServers: McpServer[], tools: McpTool[] = [], currentSessionId?: string) {
  const drawn = await renderWithApp(<McpSection />, { mcpServers, ...(currentSessionId === undefined ? {} : { currentSessionId }) })
  drawn.bridge.answerWith('mcp.open', () => ok({ settingsPath: '/data/settings/cline_mcp_settings.json' }))
  drawn.bridge.answerWith('mcp.details', () => ok(details(tools)))
  drawn.bridge.answerWith('mcp.log', () => ok('listening\n'))
  drawn.bridge.answerWith('mcp.approve', () => ok({ accepted: true }))
  return drawn
}
const row = (name: string) => screen.getByRole('listitem', { name })

describe('the view of MCP servers', () => {
  it('says how each stands and what went wrong', async () => {
    await draw([
      server('good', 'connected'),
      server('bad', 'failed', { problem: 'It ended by itself, with code 3.' }),
      server('off', 'disabled'),
    ])
    expect(row('good').textContent).toContain('Running2 tools')
    expect(row('bad').textContent).toContain('It ended by itself, with code 3.')
    expect(within(row('bad')).getByRole('button', { name: 'Try again bad' })).toBeTruthy()
    expect(row('off').textContent).toContain('Off')
  })

  it('shows all that a start would do and approves exactly that', async () => {
    const { bridge } = await draw([server('new', 'unapproved')])
    expect(row('new').textContent).toContain('npx -y "a server"')
    expect(row('new').textContent).toContain('API_KEY')
    await userEvent.click(screen.getByRole('button', { name: 'Approve and start new' }))
    expect(bridge.inputsOf('mcp.approve')).toEqual([{ name: 'new', launchId: 'launch of new', allowPrivate: false }])
  })

  it('turns one off that the person does not want now', async () => {
    const { bridge } = await draw([server('new', 'unapproved')])
    await userEvent.click(screen.getByRole('button', { name: 'Not now: turn new off' }))
    expect(bridge.inputsOf('mcp.set')).toEqual([{ name: 'new', disabled: true }])
    expect(bridge.inputsOf('mcp.approve')).toEqual([])
  })

  it('shows what has changed since it was approved', async () => {
    await draw([server('new', 'unapproved', { approved: { ...launch, command: 'node' }, changedValues: ['API_KEY'] })])
    expect(row('new').textContent).toContain('before: node -y "a server"')
    expect(row('new').textContent).toContain('New values ofAPI_KEY')
    expect(row('new').textContent).toContain('It is not what you approved before.')
  })

  it('puts what a prompt says into the message box, behind what stands there, and sends nothing', async () => {
    const { bridge, parts } = await draw([server('good', 'connected')], [], 's1')
    const greet = { name: 'greet', description: 'Greets.', arguments: [{ name: 'who', description: 'A name.', required: true }] }
    bridge.answerWith('mcp.details', () => ok({ ...details([]), prompts: [greet] }))
    bridge.answerWith('mcp.prompt', () => ok({ text: 'Greet Ada.' }))
    changeDraft(parts.store, 's1', { text: 'My words. ' })
    await userEvent.click(within(row('good')).getByRole('button', { name: 'More about good' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Use the prompt greet…' }))
    const dialog = screen.getByRole('dialog', { name: 'Use greet of good' })
    const put = within(dialog).getByRole('button', { name: 'Put it into the message box' })
    await userEvent.click(put)
    expect(dialog.textContent).toContain('The prompt needs this.')
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'who *' }), 'Ada')
    await userEvent.click(put)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.inputsOf('mcp.prompt')).toEqual([{ name: 'good', prompt: 'greet', args: { who: 'Ada' } }])
    expect(currentDraft(parts.store.getState()).text).toBe('My words.\n\nGreet Ada.')
    expect(parts.store.getState().ui.view).toBe('task')
    expect([...bridge.inputsOf('task.start'), ...bridge.inputsOf('message.queue')]).toEqual([])
  })

  it('switches tools one by one, and says why one asks again or cannot be used', async () => {
    const { bridge } = await draw(
      [server('good', 'connected')],
      [
        tool('say'),
        tool('wordy', {
          description: 'd'.repeat(900),
          parameters: [{ name: 'path', required: true, description: 'Where to look.' }],
        }),
        tool('old', { lapsed: true }),
        tool('odd', { broken: 'its schema is nested too deep' }),
      ],
    )
    await userEvent.click(within(row('good')).getByRole('button', { name: 'More about good' }))
    await userEvent.click(await screen.findByRole('switch', { name: 'Run without asking (say)' }))
    await userEvent.click(screen.getByRole('switch', { name: 'Offer to models (say)' }))
    expect(bridge.inputsOf('mcp.tool')).toEqual([
      { name: 'good', tool: 'say', autoApprove: true },
      { name: 'good', tool: 'say', enabled: false },
    ])
    expect(screen.getByText(`${'d'.repeat(200)}…`)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'More of what wordy says of itself' }))
    expect(screen.getByText('d'.repeat(900))).toBeTruthy()
    expect(screen.getByText('Where to look.').closest('p')?.textContent).toBe('path: Where to look.')
    expect(screen.getByText('It has changed since you allowed that, so it asks again.')).toBeTruthy()
    expect(screen.getByText('It is not offered, because its schema is nested too deep.')).toBeTruthy()
  })

  it('fetches what a server printed only while somebody looks, and its tools only when they are others', async () => {
    onTestFinished(giveElementsSizes())
    const { bridge, push } = await draw([server('good', 'connected')])
    await userEvent.click(within(row('good')).getByRole('button', { name: 'More about good' }))
    const open = screen.getByRole('button', { name: 'Log of good' })
    const become = (more: Partial<McpServer>) => push((to) => to.pushState({ mcpServers: [server('good', 'connected', more)] }))
    await become({ logRevision: 2 })
    expect(bridge.inputsOf('mcp.log')).toEqual([])
    await userEvent.click(open)
    expect((await screen.findByRole('log', { name: 'Log of good' })).textContent).toContain('listening')
    bridge.answerWith('mcp.log', () => ok('listening\na line more\n'))
    await become({ logRevision: 3 })
    await waitFor(() => expect(screen.getByRole('log', { name: 'Log of good' }).textContent).toContain('a line more'))
    expect(bridge.inputsOf('mcp.details')).toHaveLength(1)
    await become({ logRevision: 3, revision: 2 })
    await waitFor(() => expect(bridge.inputsOf('mcp.details')).toHaveLength(2))
    expect(bridge.inputsOf('mcp.log')).toHaveLength(2)
  })

  it('adds a program or an address as it is written, and says what is missing', async () => {
    const { bridge } = await draw([])
    await userEvent.click(screen.getByRole('button', { name: 'Add server' }))
    expect(screen.getByRole('alert').textContent).toBe('Give the server a name.')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name of the server' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Name of the server' }), 'files')
    await userEvent.click(screen.getByRole('button', { name: 'Add server' }))
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Command' }))
    expect(screen.getByRole('textbox', { name: 'Name of the server' }).getAttribute('aria-invalid')).toBeNull()
    await userEvent.type(screen.getByRole('textbox', { name: 'Command' }), `npx -y "a server" --dir='/my files'`)
    await userEvent.type(screen.getByRole('textbox', { name: 'Variables' }), 'API_KEY=${{env:API_KEY}')
    await userEvent.click(screen.getByRole('button', { name: 'Add server' }))
    await waitFor(() => expect(bridge.inputsOf('mcp.add')).toHaveLength(1))
    expect(bridge.inputsOf('mcp.add')).toEqual([
      {
        name: 'files',
        entry: { type: 'stdio', command: 'npx', args: ['-y', 'a server', '--dir=/my files'], env: { API_KEY: '${env:API_KEY}' } },
      },
    ])
  })

  it('adds each server of a pasted JSON, and names each that cannot be with its reason', async () => {
    const { bridge, parts } = await draw([server('good', 'connected')])
    const refusal = { code: 'refused', message: 'It has no "command" to start it with.' } as const
    bridge.answerWith('mcp.add', ({ name }) => (name === 'odd' ? failed(refusal) : ok(null)))
    expect(screen.queryByRole('form', { name: 'New server' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Add servers' }))
    const box = screen.getByRole('textbox', { name: 'JSON of another app' })
    await userEvent.click(box)
    await userEvent.paste('{"mcpServers": {"files": {"command": "npx", "disabled": true}, "odd": {}, "none": 3}}')
    await userEvent.click(screen.getByRole('button', { name: 'Add from JSON' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      '1 of 3 added. Not added: odd: It has no "command" to start it with. none: Its entry is no object.',
    )
    expect(bridge.inputsOf('mcp.add')).toEqual([
      { name: 'files', entry: { command: 'npx', disabled: true } },
      { name: 'odd', entry: {} },
    ])
    expect(parts.store.getState().ui.toasts).toEqual([])
    await userEvent.clear(box)
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.paste('"more": {"url": "https://example.test/mcp"},')
    await userEvent.click(screen.getByRole('button', { name: 'Add from JSON' }))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'New server' })).toBeNull())
  })

  it('says in the form why main refuses a server, until it is mended', async () => {
    const { bridge, parts } = await draw([])
    bridge.answerWith('mcp.add', () => failed({ code: 'refused', message: 'There is already a server named "files".' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Name of the server' }), 'files')
    await userEvent.type(screen.getByRole('textbox', { name: 'Command' }), 'npx')
    await userEvent.click(screen.getByRole('button', { name: 'Add server' }))
    expect((await screen.findByRole('alert')).textContent).toBe('There is already a server named "files".')
    await userEvent.type(screen.getByRole('textbox', { name: 'Name of the server' }), '2')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(parts.store.getState().ui.toasts).toEqual([])
  })

  it('keeps the focus with a server whose button leaves, and hands it to the section when the server does', async () => {
    const { push } = await renderWithApp(
      <section id={MCP_SECTION_ID} tabIndex={-1}>
        <McpSection />
      </section>,
      { mcpServers: [server('new', 'unapproved')] },
    )
    screen.getByRole('button', { name: 'Approve and start new' }).focus()
    await push((bridge) => bridge.pushState({ mcpServers: [server('new', 'connecting')] }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More about new' }))
    await push((bridge) => bridge.pushState({ mcpServers: [] }))
    expect(document.activeElement).toBe(document.getElementById(MCP_SECTION_ID))
  })

  it('removes at the second press, stops, restarts and signs in', async () => {
    const { bridge } = await draw([server('good', 'connected'), server('shy', 'needs_auth')])
    await userEvent.click(within(row('good')).getByRole('button', { name: 'Stop good' }))
    await userEvent.click(within(row('good')).getByRole('button', { name: 'Restart good' }))
    await userEvent.click(within(row('shy')).getByRole('button', { name: 'Authenticate with shy' }))
    await userEvent.click(within(row('shy')).getByRole('button', { name: 'Try again shy' }))
    await userEvent.click(within(row('good')).getByRole('button', { name: 'More about good' }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove good' }))
    expect(bridge.inputsOf('mcp.remove')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Press again to remove good' }))
    expect(bridge.inputsOf('mcp.remove')).toEqual([{ name: 'good' }])
    expect([bridge.inputsOf('mcp.stop'), bridge.inputsOf('mcp.restart'), bridge.inputsOf('mcp.signIn')]).toEqual([
      [{ name: 'good' }],
      [{ name: 'good' }, { name: 'shy' }],
      [{ name: 'shy' }],
    ])
  })
})

it('reads a pasted JSON of servers in the shapes in which apps have it, and nothing else', () => {
  const files = [{ name: 'files', entry: { command: 'npx' } }]
  expect(readPasted('{"mcpServers": {"files": {"command": "npx"}}}')).toEqual(files)
  expect(readPasted('{"files": {"command": "npx"}}')).toEqual(files)
  expect(readPasted(' "files": {"command": "npx"},\n')).toEqual(files)
  expect(readPasted('// mine\n{"context_servers": {"files": {"command": "npx", /* old */}, },}')).toEqual(files)
  expect(readPasted('"files": {"command": "npx"} // mine')).toEqual(files)
  expect(readPasted('{"files": "npx"}')).toEqual([{ name: 'files', entry: undefined }])
  for (const text of ['', '  ']) expect(readPasted(text)).toEqual([])
  for (const text of ['npx', '[1]', '{"mcpServers": 3}', '{"files": ']) expect(readPasted(text)).toBeUndefined()
})

it('counts the servers that wait and those that failed, and says nothing where none does', () => {
  expect(troubleWords([server('a', 'connected'), server('b', 'disabled')])).toBeUndefined()
  expect(troubleWords([server('a', 'unapproved'), server('b', 'failed'), server('c', 'broken')])).toBe(
    'MCP servers: 1 waits for you, 2 failed',
  )
})

describe('the form of a server', () => {
  it('sends what the person wrote, and shows what the server does not take', async () => {
    const { bridge } = await renderWithApp(<McpFormDialog />, {
      mcpForms: [
        {
          id: 'f1',
          server: 'helper',
          message: 'Who are you?',
          fields: [
            { name: 'user', label: 'User', description: '', required: true, kind: 'text' },
            { name: 'age', label: 'Age', description: '', required: false, kind: 'integer' },
            { name: 'sure', label: 'Sure', description: '', required: false, kind: 'boolean', default: true },
          ],
        },
      ],
    })
    bridge.answerWith('mcp.answerForm', () => ok({ accepted: false, problem: 'The server does not take this: data/user is too short.' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'User (required)' }), 'm')
    await userEvent.type(screen.getByRole('textbox', { name: 'Age' }), '42')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(bridge.inputsOf('mcp.answerForm')).toEqual([{ id: 'f1', action: 'accept', content: { user: 'm', age: 42, sure: true } }])
    expect((await screen.findByRole('alert')).textContent).toContain('data/user is too short')
    await userEvent.type(screen.getByRole('textbox', { name: 'Age' }), ' or so')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(bridge.inputsOf('mcp.answerForm')[1]).toMatchObject({ content: { age: '42 or so' } })
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
    expect(bridge.inputsOf('mcp.answerForm')[2]).toEqual({ id: 'f1', action: 'decline', content: {} })
  })
})
