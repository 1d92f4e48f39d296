import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { readPermissions, reasonNotPermitted } from '../../../../main/approval/command-permissions'
import { matches } from '../../../../main/workspace/wildcards'
import { approverFor, makeProject, running } from './sample-project'
import { cpuTime } from '../../../support/cpu-time'

const place = makeProject()
const approver = approverFor(place)
afterAll(() => rmSync(place.root, { recursive: true, force: true }))

async function reason(permissions: unknown, command: string): Promise<string | undefined> {
  const [judged] = (await approver.judge(running(command, place.project))).executes
  if (!judged) throw new Error('No command was judged.')
  return reasonNotPermitted(judged, readPermissions(typeof permissions === 'string' ? permissions : JSON.stringify(permissions)))
}

describe('command permissions of the environment', () => {
  it('permit everything while they are not set, and nothing when they cannot be read', async () => {
    expect(readPermissions(undefined)).toBeUndefined()
    expect(await reason('', 'npm test')).toBeUndefined()
    for (const broken of ['{', '[]', '{"allow":"x"}', 'null', '{"deny":[1]}'])
      expect(await reason(broken, 'ls')).toContain('no command is permitted')
  })

  it('need an allow pattern for each program', async () => {
    const permissions = { allow: ['npm test*', 'ls*'] }
    expect(await reason(permissions, 'npm test')).toBeUndefined()
    expect(await reason(permissions, 'ls -la && npm test -- x')).toBeUndefined()
    for (const command of [
      'git push',
      'npm test && git push',
      'npm test; touch x',
      'npm test & touch x',
      'npm test $(touch x)',
      'npm test `touch x`',
      'ls\ntouch x',
      '(npm test; touch x)',
      'npm test | tee x',
      'x=1 npm test',
      'npm test $x',
      'if',
      'ls "',
      'ls <(touch x)',
    ])
      expect(await reason(permissions, command)).toBeDefined()
  })

  it('forbid by deny patterns first, however a word is quoted, and in whatever it stands', async () => {
    const permissions = { allow: ['*'], deny: ['rm *', 'git push*'] }
    expect(await reason(permissions, 'ls')).toBeUndefined()
    for (const command of [
      'rm x',
      `r'm' x`,
      '"rm" x',
      'ls && rm x',
      '(rm x)',
      'git push',
      'env git push',
      'true; git  push',
      "bash -c 'rm x'",
      'if rm x; then ls; fi',
    ])
      expect(await reason(permissions, command)).toBeDefined()
  })

  it('forbid redirections unless they are allowed, whatever they lead to', async () => {
    for (const command of ['ls > x', `ls > ${'x'.repeat(400)}`, 'ls > *.txt', 'ls > $x', 'ls >> x', 'ls &> x', '(ls) > x'])
      for (const permissions of [{}, { allow: ['*'] }, { deny: ['rm *'] }])
        expect([command, await reason(permissions, command)]).toEqual([command, 'the command permissions forbid redirections'])
    expect(await reason({ allow: ['ls*'] }, 'ls 2>/dev/null')).toBeUndefined()
    expect(await reason({ allow: ['ls*'], allowRedirects: true }, 'ls > x')).toBeUndefined()
    expect(await reason({ allow: ['npm test*'], allowRedirects: true }, 'npm test > out.txt 2>&1')).toBeUndefined()
  })

  it('permit what is known to read where the line goes on in another folder', async () => {
    expect(await reason({ allow: ['cd *', 'ls*'] }, 'cd sub && ls')).toBeUndefined()
    expect(await reason({ allow: ['find *'] }, 'find . -name x')).toBeUndefined()
  })

  it('forbid what could not be read: it may be what a pattern denies', async () => {
    for (const command of [
      'a=rm; $a x',
      'f() { rm x; }; f',
      'rm "$x" "',
      'git $x',
      'find . -name x -delete',
      'for c in pull push; do git $c; done',
    ])
      expect([command, await reason({ deny: ['rm *', 'git push*', 'find *-delete'] }, command)]).toEqual([command, expect.any(String)])
    for (const command of ['npm test', "bash -c 'npm test'", 'git commit -m "a*"', 'ls *.txt', 'touch x'])
      expect([command, await reason({ deny: ['rm *', 'git push*'] }, command)]).toEqual([command, undefined])
  })

  it('compare patterns anchored, over line ends, without going back and forth', () => {
    expect(matches('git *', 'git push\norigin')).toBe(true)
    expect(matches('git', 'git push')).toBe(false)
    expect(matches('g?t', 'git')).toBe(true)
    expect(matches('a.c', 'abc')).toBe(false)
    expect(matches('*', '')).toBe(true)
    expect(matches('', '')).toBe(true)
    const compare = () => expect(matches(`${'*a'.repeat(50)}b`, 'a'.repeat(2_000))).toBe(false)
    expect(cpuTime(500, compare)).toBeLessThan(500)
  })
})
