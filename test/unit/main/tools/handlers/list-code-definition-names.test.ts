import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ListCodeDefinitionNamesToolHandler } from '../../../../../main/tools/handlers/list-code-definition-names'
import { createFiles } from '../../../../../main/workspace/files'
import { ClineDefaultTool } from '../../../../../shared/tools'
import { tempWorkspace } from '../../../../support/temp-workspace'
import { partial, testTool } from '../../../../support/tool-config'

const handler = new ListCodeDefinitionNamesToolHandler()

describe('list_code_definition_names', () => {
  it('gives the definitions of the files in a folder, with their lines', async () => {
    const tool = await testTool({
      files: {
        'src/b.py': 'class B:\n    def m(self): pass\n',
        'src/a.ts': '\nexport function a() {}\n',
        'src/sub/c.ts': 'class C {}',
        'src/d.txt': 'x',
      },
    })
    expect(await tool.call(handler, { path: 'src' })).toEqual({
      status: 'done',
      content: 'src/a.ts\n  2: export function a() {}\n\nsrc/b.py\n  1: class B:\n  2:     def m(self): pass',
      note: '3 definitions in 2 files',
      patch: { content: expect.any(String) },
    })
  })

  it('takes a single file too', async () => {
    const tool = await testTool({ files: { 'src/a.go': 'package a\nfunc F() {}\n' } })
    expect(await tool.call(handler, { path: 'src/a.go' })).toMatchObject({ content: 'src/a.go\n  2: func F() {}' })
  })

  it('says that there are none, and which files it could not read', async () => {
    const tool = await testTool({ files: { 'a.js': Buffer.alloc(64, '\0\u0001\0\0x'), 'b.js': 'x' } })
    expect(await tool.call(handler, { path: '.' })).toMatchObject({
      status: 'done',
      content: 'No definitions were found in the project folder.\n(a.js is a binary file (64 bytes), not text.)',
    })
  })

  it('looks at no more than 50 files, and says so', async () => {
    const tool = await testTool({ files: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}.js`, 'function f() {}'])) })
    const { content, note } = await tool.call(handler, { path: '.' })
    expect(note).toBe('50 definitions in 50 files')
    expect(content).toContain('(The folder has more source files than were looked at.)')
  })

  it('reads nothing through a link, and nothing hidden', async () => {
    const outside = await tempWorkspace({ 'secret.js': 'function secret() {}' })
    const cwd = await tempWorkspace({ 'a.js': 'function a() {}', 'hidden.js': 'function hidden() {}' })
    await symlink(join(outside, 'secret.js'), join(cwd, 'link.js'))
    const files = createFiles(cwd, async () => ({ ruleFile: undefined, hides: (real) => real === join(cwd, 'hidden.js') }))
    const listed = await files.definitions(await files.resolve('.'), new AbortController().signal)
    expect(listed).toMatchObject({ value: { files: [{ file: 'a.js' }] } })
  })

  it('fails before anyone is asked when there is nothing there', async () => {
    const tool = await testTool()
    expect(await tool.call(handler, { path: 'gone' })).toMatchObject({ status: 'failed', content: 'There is no file or folder gone.' })
    expect(await tool.call(handler, { path: '/dev/null' })).toMatchObject({ status: 'failed' })
  })

  it('draws its card while the path arrives', () => {
    expect(handler.handlePartialBlock(partial(ClineDefaultTool.LIST_CODE_DEF, {}))).toBeUndefined()
    expect(handler.handlePartialBlock(partial(ClineDefaultTool.LIST_CODE_DEF, { path: 'sr' }))).toMatchObject({
      data: { tool: 'listCodeDefinitionNames', path: 'sr', status: 'drafting' },
    })
  })
})
