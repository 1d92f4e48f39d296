import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ScriptedAnswer } from '../support/model-server/scripted-answer'
import { processesWith } from '../support/processes'
import { approvalCard, KEY, log, messageBox, openProject, press, say } from './support/project'

const files = { 'src/sum.js': 'export const sum = (a, b) => a - b\n', 'README.md': 'Adds numbers.\n' }
const edit = (path: string, from: string, to: string): ScriptedAnswer => ({
  pieces: [
    'I see. ',
    { tool: 'replace_in_file', input: { path, diff: `------- SEARCH\n${from}\n=======\n${to}\n+++++++ REPLACE\n` }, cut: 12 },
  ],
})
const mend = edit('src/sum.js', 'export const sum = (a, b) => a - b', 'export const sum = (a, b) => a + b')
const run = (command: string): ScriptedAnswer => ({ pieces: [{ tool: 'execute_command', input: { command, requires_approval: true } }] })
const finish = (result: string): ScriptedAnswer => ({ pieces: [{ tool: 'attempt_completion', input: { result } }] })

describe('the main job in the window', { timeout: 90_000 }, () => {
  it('shows an edit before it happens, saves it when approved, rejects another, runs a command and completes', async () => {
    const project = await openProject(
      [
        mend,
        edit('README.md', 'Adds numbers.', 'Subtracts numbers.'),
        run('printf "first\\n"; sleep 0.2; printf "second\\n"'),
        finish('The sum adds now.'),
      ],
      files,
    )
    const { page, close } = await project.open()
    await say(page, 'Mend the sum.')

    await approvalCard(page).getByText('sum.js').first().waitFor()
    await expect(approvalCard(page).innerText()).resolves.toContain('a + b')
    expect(await readFile(join(project.cwd, 'src/sum.js'), 'utf8')).toBe(files['src/sum.js'])
    const save = approvalCard(page).getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await approvalCard(page).getByText('README.md').first().waitFor()
    expect(await readFile(join(project.cwd, 'src/sum.js'), 'utf8')).toContain('a + b')

    await press(page, 'Reject')
    await approvalCard(page).getByRole('button', { name: 'Run Command' }).waitFor()
    expect(await readFile(join(project.cwd, 'README.md'), 'utf8')).toBe(files['README.md'])
    expect(JSON.stringify((await project.server.waitForRequest(3)).body)).toContain('did not approve')
    await expect(approvalCard(page).innerText()).resolves.toContain(project.cwd.split('/').at(-1))

    await press(page, 'Run Command')
    await log(page).getByText('second').first().waitFor()
    await page.getByText('The sum adds now.').first().waitFor()
    expect(await approvalCard(page).count()).toBe(0)
    const sent = JSON.stringify((await project.server.waitForRequest(4)).body)
    expect(sent).toContain('first\\nsecond')
    expect(sent).not.toContain(KEY)
    expect(await page.content()).not.toContain(KEY)
    await close()
  })

  it('stops at once when cancelled in mid-stream, and goes on when resumed', async () => {
    const project = await openProject(
      [{ pieces: ['These words came. ', { gate: true }, 'These never did.'] }, finish('Done after all.')],
      files,
    )
    const { page, close } = await project.open()
    await say(page, 'Begin.')
    await log(page).getByText('These words came.').waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await approvalCard(page).getByRole('button', { name: 'Resume Task' }).waitFor()
    await expect(approvalCard(page).innerText()).resolves.toContain('Task cancelled')
    await (await project.server.waitForRequest(1)).closed
    await press(page, 'Resume Task')
    await page.getByText('Done after all.').first().waitFor()
    expect(JSON.stringify((await project.server.waitForRequest(2)).body)).toContain('These words came.')
    await close()
  })

  it('comes back after a kill with everything that was shown, and names the step that was interrupted', async () => {
    const project = await openProject([mend, run('sleep 271.5'), finish('Finished in the second life.')], files)
    const first = await project.open()
    await say(first.page, 'Mend, then wait.')
    await press(first.page, 'Save')
    await press(first.page, 'Run Command')
    await expect.poll(() => processesWith('271.5').length, { timeout: 10_000 }).toBeGreaterThan(0)
    await first.kill()

    const { page, close } = await project.open()
    await approvalCard(page).getByRole('button', { name: 'Resume Task' }).waitFor()
    await expect(approvalCard(page).innerText()).resolves.toContain('Task interrupted')
    await expect(approvalCard(page).innerText()).resolves.toContain('sleep 271.5')
    await expect.poll(() => processesWith('271.5')).toEqual([])
    await expect(log(page).innerText()).resolves.toContain('src/sum.js')
    expect(await readFile(join(project.cwd, 'src/sum.js'), 'utf8')).toContain('a + b')
    await press(page, 'Resume Task')
    await page.getByText('Finished in the second life.').first().waitFor()
    await close()
  })

  it('queues what is typed while the agent works, lets it be changed, and sends it along', async () => {
    const project = await openProject(
      [
        { pieces: ['Working &amp; waiting, &lt;so far&gt;. ', { gate: true }, { tool: 'list_files', input: { path: '.' } }] },
        finish('Both done.'),
      ],
      files,
    )
    const { page, close } = await project.open()
    await say(page, 'Begin.')
    await log(page).getByText('Working & waiting, <so far>.').waitFor()
    await say(page, 'Mind the README too.')
    await page.getByText('Mind the README too.').waitFor()
    project.server.release()
    await page.getByText('Both done.').first().waitFor()
    expect(JSON.stringify((await project.server.waitForRequest(2)).body)).toContain('Mind the README too.')
    await close()
  })

  it('draws light and dark by the system', async () => {
    const project = await openProject([], files)
    const { page, close } = await project.open()
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.emulateMedia({ colorScheme: 'light' })
    const light = await background()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await background()).not.toBe(light)
    await close()
  })

  it('says what is wrong with a refused key, and goes on once it is mended', async () => {
    const project = await openProject(
      [
        { status: 401, body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } } },
        finish('Now it works.'),
      ],
      files,
    )
    const { page, close } = await project.open()
    await say(page, 'Begin.')
    await approvalCard(page).getByRole('button', { name: 'Retry' }).waitFor()
    await expect(approvalCard(page).innerText()).resolves.toMatch(/key/i)
    await press(page, 'Retry')
    await page.getByText('Now it works.').first().waitFor()
    await close()
  })

  it('keeps the draft of the composer over a restart', async () => {
    const project = await openProject([], files)
    const first = await project.open()
    await messageBox(first.page).fill('Half a thought')
    await expect.poll(() => readFile(join(project.dataDir, 'state/sessions.json'), 'utf8').catch(() => '')).toContain('Half a thought')
    await first.close()
    const second = await project.open()
    await expect.poll(() => messageBox(second.page).inputValue()).toBe('Half a thought')
    await second.close()
  })
})
