import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../../../main/headless/arguments'

const parse = (...args: string[]) => parseArguments(args, '/here')

describe('the command line', () => {
  it('names an option that does not exist, and nothing else', () => {
    expect(parse('run', 'x', '--provder', 'demo')).toEqual({ ok: false, error: 'There is no option --provder. See --help.' })
    expect(parse('run', 'x', '--nonsense=1')).toEqual({ ok: false, error: 'There is no option --nonsense. See --help.' })
    expect(parse('run', 'x', '-v')).toEqual({ ok: false, error: 'There is no option -v. See --help.' })
  })

  it('asks for a command where there is none', () => {
    expect(parse()).toMatchObject({ ok: false, error: expect.stringContaining('Name a command') })
    expect(parse('--help')).toMatchObject({ ok: true, value: { command: { name: 'help' } } })
  })

  it('counts a wider category as including the narrower one', () => {
    const parsed = parse('run', 'x', '--auto-approve', 'editFilesExternally,executeAllCommands')
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        command: {
          options: { autoApprove: { actions: ['editFilesExternally', 'editFiles', 'executeAllCommands', 'executeSafeCommands'] } },
        },
      },
    })
  })

  it('reads paths from where the person stands', () => {
    expect(parse('run', 'x', '--cwd', 'sub', '--data-dir', '../data')).toMatchObject({
      ok: true,
      value: { dataDir: '/data', command: { options: { cwd: '/here/sub' } } },
    })
  })
})
