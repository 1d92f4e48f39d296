import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePdf, makePng } from '../support/sample-documents'
import { illegalIn } from './support/legal-requests'
import { call, complete, openPlace } from './support/place'

test('the built program reads documents, pictures and definitions, and what it read reaches the model', async () => {
  const script = [
    { pieces: [call('read_file', { path: 'a.pdf' })] },
    { pieces: [call('read_file', { path: 'wide.png' })] },
    { pieces: [call('list_code_definition_names', { path: '.' })] },
    complete('Read.'),
  ]
  const place = await openPlace(script, { files: { 'a.kt': 'class Found\n' } })
  await writeFile(join(place.cwd, 'a.pdf'), makePdf(['Hello from the page']))
  await writeFile(join(place.cwd, 'wide.png'), makePng(2500, 50))
  const { status, stderr } = await place.run(['--auto-approve', 'all', '--on-ask', 'nobody'], 'Read it all.')
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const sent = JSON.stringify(place.server.requests.at(-1)?.body)
  expect(sent).toContain('2 | Hello from the page')
  expect(sent).toContain('2500 × 50 pixels, shown at 2000 × 40')
  expect(sent).toContain('"media_type":"image/png"')
  expect(sent).toContain('a.kt\\n  1: class Found')
  expect(illegalIn(place.server.requests)).toEqual([])
})
