import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ScriptedAnswer } from '../support/model-server/scripted-answer'
import { processesWith } from '../support/processes'
import { approvalCard, log, messageBox, openProject, press, say } from './support/project'

const calls = (tool: string, input: Record<string, unknown>): ScriptedAnswer => ({ pieces: [{ tool, input }] })
const edit = (path: string, ...places: readonly (readonly [from: string, to: string])[]): ScriptedAnswer =>
  calls('replace_in_file', {
    path,
    diff: places.map(([from, to]) => `------- SEARCH\n${from}\n=======\n${to}\n+++++++ REPLACE\n`).join('\n'),
  })
const run = (command: string): ScriptedAnswer => calls('execute_command', { command, requires_approval: true })
const finish = (result: string): ScriptedAnswer => calls('attempt_completion', { result })

const lines = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`)
const files = { 'list.txt': `${lines.join('\n')}\n` }

describe('approvals by effect, in the window', { timeout: 90_000 }, () => {
  it('saves an edit without the part that was left out, and tells the model why', async () => {
    const project = await openProject(
      [edit('list.txt', ['line 2\nline 3', 'first\nline 3'], ['line 28\nline 29', 'last\nline 29']), finish('Half of it.')],
      files,
    )
    const { page, close } = await project.open()
    await say(page, 'Change both ends.')
    await approvalCard(page).getByRole('checkbox', { name: 'Leave out change 2 of 2 in list.txt' }).check()
    await approvalCard(page)
      .getByRole('textbox', { name: /^Why you leave out/ })
      .fill('The end is right')
    await press(page, 'Save without 1 change')
    await page.getByText('Half of it.').first().waitFor()
    const text = await readFile(join(project.cwd, 'list.txt'), 'utf8')
    expect(text).toContain('first')
    expect(text).toContain('line 28')
    expect(JSON.stringify((await project.server.waitForRequest(2)).body)).toContain('The end is right')
    await close()
  })

  it('saves the text of a file as the person wrote it anew', async () => {
    const project = await openProject([edit('list.txt', ['line 2\nline 3', 'first\nline 3']), finish('As you like it.')], files)
    const { page, close } = await project.open()
    await say(page, 'Change it.')
    await approvalCard(page).getByRole('button', { name: 'Edit', exact: true }).click()
    const field = approvalCard(page).getByRole('textbox', { name: 'New text of list.txt' })
    expect(await field.inputValue()).toContain('first\nline 3')
    await field.fill('only this\n')
    await press(page, 'Save')
    await page.getByText('As you like it.').first().waitFor()
    expect(await readFile(join(project.cwd, 'list.txt'), 'utf8')).toBe('only this\n')
    await close()
  })

  it('runs a command as the person wrote it, and tells the model so', async () => {
    const project = await openProject([run('printf "from the model" > made.txt'), finish('It ran.')], files)
    const { page, close } = await project.open()
    await say(page, 'Make it.')
    await approvalCard(page).getByRole('button', { name: 'Edit', exact: true }).click()
    const field = approvalCard(page).getByRole('textbox', { name: 'Command to run' })
    await field.fill('printf "from the person" > made.txt')
    await expect.poll(() => approvalCard(page).getByRole('button', { name: 'Run Command' }).isEnabled(), { timeout: 10_000 }).toBe(true)
    await field.press('ControlOrMeta+Enter')
    await page.getByText('It ran.').first().waitFor()
    expect(await readFile(join(project.cwd, 'made.txt'), 'utf8')).toBe('from the person')
    expect(JSON.stringify((await project.server.waitForRequest(2)).body)).toContain('from the person')
    await close()
  })

  it('makes a rule at the click that holds for the next call, lists it, and asks again once it is revoked', async () => {
    const again = run('touch again.txt')
    const project = await openProject([again, again, finish('Twice.'), again, finish('Once more.')], files)
    const { page, close } = await project.open()
    await say(page, 'Touch it.')
    await approvalCard(page).locator('button:enabled', { hasText: 'Always…' }).click()
    await page.getByRole('menuitem', { name: 'Allow in this project' }).first().click()
    // The second call passes by the rule.
    await page.getByText('Twice.').first().waitFor()
    expect(
      await log(page)
        .getByText(/^Your rule allows exactly "touch again\.txt"/)
        .count(),
    ).toBe(1)
    await page.keyboard.press('ControlOrMeta+,')
    const rules = page.getByRole('list', { name: 'Rules' })
    await rules.getByText('touch again.txt').waitFor()
    const button = rules.getByRole('button', { name: /evoke/ })
    await button.scrollIntoViewIfNeeded()
    const place = await button.boundingBox()
    await button.click()
    await rules.getByRole('button', { name: /^Press again to revoke/ }).waitFor()
    expect(await button.boundingBox()).toEqual(place)
    await button.click()
    await page.getByText(/There are no rules yet/).waitFor()
    await page.keyboard.press('Escape')
    await say(page, 'And again.')
    await press(page, 'Run Command')
    await page.getByText('Once more.').first().waitFor()
    await close()
  })

  it('shows a server in the background with its port and its output, types into it, and stops it', async () => {
    const mark = 'server-of-271'
    const server = `node -e "process.stdin.on('data', d => console.log('got ' + d)); require('net').createServer().listen(0, '127.0.0.1', () => console.log('server is up'))" ${mark}`
    const project = await openProject([run(server), finish('It is up.')], files)
    const { page, close } = await project.open()
    await say(page, 'Start the server.')
    await press(page, 'Run Command')
    await page.getByRole('button', { name: 'Proceed While Running' }).click()
    await page.getByText('It is up.').first().waitFor()
    await page.keyboard.press('ControlOrMeta+Shift+K')
    const jobs = page.getByRole('list', { name: 'Commands in the background' })
    await jobs.getByRole('button', { name: /^Open port \d+ in your browser$/ }).waitFor()
    await jobs.getByRole('button', { expanded: false }).click()
    await jobs.getByRole('textbox', { name: /^Type into/ }).fill('hello')
    await jobs.getByRole('textbox', { name: /^Type into/ }).press('Enter')
    await jobs.getByText('got hello').first().waitFor()
    await jobs.getByRole('button', { name: /^Stop/ }).click()
    await jobs
      .getByText(/^(Stopped|Ended|Exit)/)
      .first()
      .waitFor()
    await expect.poll(() => processesWith(mark)).toEqual([])
    await close()
  })

  it('takes a password into the command, and lets neither the model nor the disk have it', async () => {
    const secret = 'correct-horse-271'
    const asks = 'stty -echo; printf "Password: "; read -r word; stty echo; echo; echo "it has ${#word} letters"'
    const project = await openProject([run(asks), finish('Logged in.')], files)
    const { page, close } = await project.open()
    await say(page, 'Log in.')
    await press(page, 'Run Command')
    const field = log(page).getByLabel(/^Hidden input for/)
    await field.waitFor()
    // Typed without looking: it must not land in the message box.
    await page.keyboard.type(secret)
    expect(await field.inputValue()).toBe(secret)
    await page.keyboard.press('Enter')
    await page.getByText('Logged in.').first().waitFor()
    expect(await messageBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
    const sent = JSON.stringify((await project.server.waitForRequest(2)).body)
    expect(sent).toContain(`it has ${secret.length} letters`)
    expect(sent).not.toContain(secret)
    expect(await page.content()).not.toContain(secret)
    await close()
    expect(await filesHolding(project.dataDir, secret)).toEqual([])
  })

  it('undoes an edit, and gives up a change by hand in the same place only by the red button', async () => {
    const project = await openProject([edit('list.txt', ['line 2\nline 3', 'by the agent\nline 3']), finish('Done.')], files)
    const { page, close } = await project.open()
    const path = join(project.cwd, 'list.txt')
    await say(page, 'Change it.')
    await press(page, 'Save')
    await page.getByText('Done.').first().waitFor()
    await writeFile(path, (await readFile(path, 'utf8')).replace('by the agent', 'by hand'))

    await page.getByRole('button', { name: 'Show changes' }).click()
    await page.getByRole('button', { name: 'Undo the change of list.txt' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/was changed since in the same place/).waitFor()
    await dialog.getByRole('button', { name: 'Leave as it is' }).click()
    expect(await readFile(path, 'utf8')).toContain('by hand')

    await page.getByRole('button', { name: 'Undo the change of list.txt' }).click()
    await dialog.getByRole('button', { name: 'Undo and give up my change' }).click()
    await page.getByRole('button', { name: 'Redo the change of list.txt' }).waitFor()
    expect(await readFile(path, 'utf8')).toBe(files['list.txt'])
    await close()
  })

  it('keeps the side panel open when a narrow window grows', async () => {
    const { page, close } = await (await openProject([], files)).open()
    await page.setViewportSize({ width: 480, height: 700 })
    await page.keyboard.press('ControlOrMeta+J')
    const panel = page.getByRole('complementary', { name: 'Side panel' })
    await panel.waitFor()
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.getByRole('navigation', { name: 'Sessions' }).waitFor()
    expect(await panel.isVisible()).toBe(true)
    expect(await panel.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    await close()
  })
})

async function filesHolding(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const held = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(text)))
  return paths.filter((_, index) => held[index])
}
