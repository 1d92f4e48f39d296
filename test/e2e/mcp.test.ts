import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nativeName } from '../../main/mcp/tools/tool-names'
import { processesWith } from '../support/processes'
import { approvalCard, log, openProject, press, say } from './support/project'

const FAULT_SERVER = join(process.cwd(), 'test/support/mcp/fault-server.mjs')

describe('MCP servers, in the window', { timeout: 90_000 }, () => {
  it('are added, approved and started; a tool of one is approved, asks the person by a form, and answers to the model', async () => {
    const tool = nativeName({ server: 'helper', tool: 'say' })
    const project = await openProject([
      { pieces: [{ tool, input: { text: 'hello' } }] },
      { pieces: [{ tool: 'attempt_completion', input: { result: 'It was called.' } }] },
    ])
    const mark = `helper-of-${basename(project.cwd)}`
    const { page, close } = await project.open()
    await page.getByRole('button', { name: /^Settings/ }).click()
    const form = page.getByRole('form', { name: 'New server' })
    await form.getByRole('textbox', { name: 'Name of the server' }).fill('helper')
    await form.getByRole('textbox', { name: 'Command' }).fill(`"${process.execPath}" "${FAULT_SERVER}" "wants a form" ${mark}`)
    await form.getByRole('textbox', { name: 'Variables' }).fill('GREETING=${env:HOME}')
    await form.getByRole('button', { name: 'Add server' }).click()
    const row = page.getByRole('listitem', { name: 'helper' })
    await row.getByText('Needs approval').waitFor()
    expect(await row.textContent()).toContain('fault-server.mjs "wants a form"')
    expect(processesWith(mark)).toEqual([])
    await row.getByRole('button', { name: 'Approve and start' }).click()
    await row.getByText('Running').waitFor()
    expect(processesWith(mark)).toHaveLength(1)
    const settings = async () => JSON.parse(await readFile(join(project.dataDir, 'settings/cline_mcp_settings.json'), 'utf8'))
    expect(await settings()).toMatchObject({ mcpServers: { helper: { type: 'stdio', env: { GREETING: '${env:HOME}' } } } })
    await page.getByRole('button', { name: 'Back to the task' }).click()

    await say(page, 'Call it.')
    await approvalCard(page)
      .getByText('Call say of helper')
      .or(approvalCard(page).getByText('Call say of the MCP server helper'))
      .first()
      .waitFor()
    expect(await approvalCard(page).textContent()).toContain('"text": "hello"')
    // Approves this call, and lets the tool run without asking from now on.
    await press(page, 'Always…')
    await page.getByRole('menuitem', { name: /^Run without asking/ }).click()
    const dialog = page.getByRole('dialog', { name: 'The MCP server helper asks' })
    await dialog.getByText('Who are you?').waitFor()
    await dialog.getByRole('textbox', { name: 'User (required)' }).fill('Mira')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await log(page).getByText('It was called.').first().waitFor()
    expect(await settings()).toMatchObject({ mcpServers: { helper: { autoApprove: ['say'] } } })
    const second = await project.server.waitForRequest(2)
    expect(JSON.stringify(second.body)).toContain('Mira')
    expect(JSON.stringify((await project.server.waitForRequest(1)).body)).toContain(tool)
    await close()
    expect(processesWith(mark)).toEqual([])
  })
})
