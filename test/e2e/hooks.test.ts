import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openProject, say } from './support/project'

const HOOK = '#!/bin/sh\necho "<b>looking</b>" >&2\necho \'{"cancel": true, "errorMessage": "Not on a Sunday."}\'\n'

it('asks before a folder’s hook may run, shows what it stopped, and asks again for a byte that changed', { timeout: 90_000 }, async () => {
  const list = { pieces: [{ tool: 'list_files', input: { path: '.' } }] }
  const project = await openProject([list, { pieces: [{ tool: 'attempt_completion', input: { result: 'Went on.' } }] }], { 'a.txt': 'a\n' })
  const folder = join(project.cwd, '.clinerules', 'hooks')
  const file = join(folder, 'PreToolUse')
  await mkdir(folder, { recursive: true })
  await writeFile(file, HOOK)
  await chmod(file, 0o755)
  const { page, close } = await project.open()
  const dialog = page.getByRole('dialog', { name: 'Do you trust what this folder brings?' })
  await dialog.waitFor()
  expect(await dialog.getByRole('group', { name: 'Content of .clinerules/hooks/PreToolUse' }).textContent()).toContain('<b>looking</b>')
  await dialog.getByRole('button', { name: 'Trust it' }).click()
  await dialog.waitFor({ state: 'detached' })

  await say(page, 'List it.')
  await page.getByText('Not on a Sunday.').first().waitFor()
  expect(await page.getByRole('group', { name: 'Output of the hook' }).textContent()).toContain('<b>looking</b>')
  await page.getByText('Stopped the task', { exact: true }).first().waitFor()

  await writeFile(file, `${HOOK} `)
  await page.getByRole('button', { name: 'Resume' }).first().click()
  await page.getByText('Went on.').first().waitFor()
  await close()

  // What was trusted is kept, and the changed file is asked about when the folder is opened again.
  expect(JSON.parse(await readFile(join(project.dataDir, 'trust.json'), 'utf8')).decisions).toHaveLength(1)
  const again = await project.open()
  const asked = again.page.getByRole('dialog', { name: 'Do you trust what this folder brings?' })
  await asked.getByText('Changed since you trusted it').waitFor()
  await asked.getByRole('button', { name: 'Don’t trust' }).click()
  await asked.waitFor({ state: 'detached' })
  await again.close()
})
