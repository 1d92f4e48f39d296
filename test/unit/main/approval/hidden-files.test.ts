import { expect, it } from 'vitest'
import { readHiddenFiles } from '../../../../main/approval/hidden-files'
import { createFiles } from '../../../../main/workspace/files'
import { createSearch } from '../../../../main/workspace/search'
import { tempWorkspace } from '../../../support/temp-workspace'

const signal = new AbortController().signal

it('keeps what is out of reach out of listings, searches and definitions', async () => {
  const cwd = await tempWorkspace({
    '.clineignore': 'secrets/\n*.pem\n!include more\n',
    '.gitignore': '!secrets/\n!secrets/a.js\n',
    more: 'hidden.js\n',
    'secrets/a.js': 'function needle() {}',
    'key.pem': 'needle',
    'KEY.PEM': 'needle',
    'hidden.js': 'function needle() {}',
    'src/a.js': 'function needle() {}',
  })
  const files = createFiles(cwd, () => readHiddenFiles(cwd))
  const root = await files.resolve('.')
  const found = await createSearch(cwd, () => readHiddenFiles(cwd)).search({ path: root, regex: 'needle', limit: 9 }, signal)
  expect(found).toMatchObject({ value: { matches: [{ file: 'src/a.js' }] } })
  const listed = await files.list(root, { recursive: true, limit: 200 }, signal)
  const names = listed.ok ? listed.value.entries.map(({ path, hidden }) => (hidden ? `(${path})` : path)) : []
  expect(new Set(names)).toEqual(
    new Set(['(.clineignore)', '.gitignore', '(hidden.js)', '(key.pem)', '(KEY.PEM)', 'more', '(secrets)', 'src', 'src/a.js']),
  )
  expect(await files.definitions(root, signal)).toMatchObject({ value: { files: [] } })
})

it('hides nothing in a project without rules', async () => {
  const cwd = await tempWorkspace({ a: 'needle' })
  expect(await readHiddenFiles(cwd)).toMatchObject({ ruleFile: undefined })
  const path = await createFiles(cwd).resolve('.')
  const found = await createSearch(cwd, () => readHiddenFiles(cwd)).search({ path, regex: 'needle', limit: 9 }, signal)
  expect(found).toMatchObject({ value: { matches: [{ file: 'a' }] } })
})
