import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { call, complete, openPlace } from './support/place'

const HOOK = '#!/bin/sh\ncat > ran; echo \'{"contextModification": "the hook speaks"}\'\n'
const SKILL = '---\nname: deploy\ndescription: How to deploy\n---\nRun it.\n'

test.skipIf(process.platform === 'win32')('a folder is trusted by --trust alone, for that run and as it is then', async () => {
  const rewrite = call('write_to_file', { path: '.clinerules/hooks/PreToolUse', content: `${HOOK}# changed\n` })
  const place = await openPlace([complete(), { pieces: [rewrite] }, { pieces: [call('list_files', { path: '.' })] }, complete()])
  for (const [path, text] of Object.entries({ '.clinerules/hooks/PreToolUse': HOOK, '.claude/skills/deploy/SKILL.md': SKILL })) {
    await mkdir(dirname(join(place.cwd, path)), { recursive: true })
    await writeFile(join(place.cwd, path), text)
    await chmod(join(place.cwd, path), 0o755)
  }
  const without = await place.run(['--auto-approve', 'all', '--on-ask', 'approve'])
  expect(without.status).toBe(0)
  const notice = without.events.find((event) => event.type === 'notice')
  expect(notice).toMatchObject({
    code: 'not_trusted',
    text: expect.stringContaining('This folder brings 1 hook, 1 skill that you have not trusted'),
  })
  expect(JSON.stringify(place.server.requests[0]?.body)).not.toContain('How to deploy')
  expect(await readdir(place.cwd)).not.toContain('ran')

  const trusted = await place.run(['--trust', '--auto-approve', 'all', '--on-ask', 'approve'])
  expect(trusted.status).toBe(0)
  expect(JSON.stringify(place.server.requests[1]?.body)).toContain('How to deploy')
  expect(JSON.stringify(place.server.requests[2]?.body)).toContain('the hook speaks')
  expect(JSON.parse(await readFile(join(place.cwd, 'ran'), 'utf8'))).toMatchObject({ preToolUse: { toolName: 'write_to_file' } })
  const rows = trusted.events.flatMap((event) => (event.type === 'message' && event.message.type === 'say' ? [event.message] : []))
  const hooks = rows.flatMap((row) => (row.say === 'hook_status' && !row.partial ? [row.data] : []))
  // What the model made of the hook is another one, and nobody trusted that.
  expect(hooks).toMatchObject([
    { hookName: 'PreToolUse', toolName: 'write_to_file', status: 'completed', scripts: [{ source: 'project' }] },
  ])
  expect(JSON.stringify(trusted.events)).toContain('you have not trusted it as it is now')
  expect(await readdir(place.dataDir)).not.toContain('trust.json')
})
