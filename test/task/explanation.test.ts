import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { answer, complete, text, toolCall } from '../support/scripted-provider'
import { TaskSession } from '../support/task-session'
import { tempFolder } from '../support/temp-folder'

it('an explanation is asked for with what changed, and without files that usually hold keys', async () => {
  const cwd = join(await tempFolder(), 'project')
  await mkdir(cwd)
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd, stdio: 'pipe' })
  git('init', '-q')
  git('commit', '-qm', 'first', '--allow-empty', '--no-gpg-sign')
  for (const name of ['new.ts', '.env', 'server.pem']) await writeFile(join(cwd, name), `of ${name}\n`)
  const explain = answer(toolCall('generate_explanation', { title: 'What is new', from_ref: 'HEAD' }))
  const session = await TaskSession.open([explain, answer(text('')), complete()], {
    cwd,
    hasWindow: true,
    settings: { autoApprovalSettings: { actions: { readFiles: true } } },
  })
  await session.start()
  await session.ask('completion_result')
  const question = JSON.stringify(session.provider.requests[1])
  expect(question).toContain('of new.ts')
  expect(question).not.toMatch(/of \.env|of server\.pem/)
})
