// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { McpSection } from '../../../../../renderer/features/mcp/mcp-section'
import type { McpServer } from '../../../../../shared/mcp'
import { mcpServer } from '../../../../support/mcp/mcp-server'
import { renderWithApp } from '../../../../support/render-with-app'

afterEach(cleanup)

const draw = (mcpServers: McpServer[]) => renderWithApp(<McpSection />, { mcpServers })

it('says what is wrong with the file of the servers in place of that there are none', async () => {
  const { push } = await draw([])
  expect(screen.getByText(/There are no MCP servers yet/)).toBeTruthy()
  const text = 'Your MCP servers in /data/mcp.json are not used, because there is a mistake in line 3: mend it there.'
  await push((bridge) =>
    bridge.pushState({ mcpServers: [], notices: [{ id: 'mcp.settings', level: 'warning', code: 'mcp_settings', text }] }),
  )
  expect(screen.getByRole('status').textContent).toBe(text)
  expect(screen.queryByText(/There are no MCP servers yet/)).toBeNull()
})

it('says of a server that it was stopped, and starts it again', async () => {
  const { bridge } = await draw([mcpServer('files', 'stopped')])
  expect(within(screen.getByRole('listitem', { name: 'files' })).getByText('Stopped by you')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Start files' }))
  expect(bridge.inputsOf('mcp.restart')).toEqual([{ name: 'files' }])
  expect(screen.queryByRole('button', { name: 'Stop files' })).toBeNull()
})

it('takes an address only with its protocol, or with a variable in its place', async () => {
  const { bridge } = await draw([])
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of the server' }), 'far')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'streamableHttp')
  const address = screen.getByRole('textbox', { name: 'Address' })
  await userEvent.type(address, 'localhost:3000/mcp')
  await userEvent.click(screen.getByRole('button', { name: 'Add server' }))
  expect(screen.getByRole('alert').textContent).toContain('starts with https:// or http://')
  expect(document.activeElement).toBe(address)
  await userEvent.clear(address)
  await userEvent.type(address, '${{env:MCP_URL}')
  await userEvent.click(screen.getByRole('button', { name: 'Add server' }))
  await waitFor(() =>
    expect(bridge.inputsOf('mcp.add')).toEqual([{ name: 'far', entry: { type: 'streamableHttp', url: '${env:MCP_URL}' } }]),
  )
})
