import { expect, it } from 'vitest'
import { isUsable, type Launch, launchHash, readServerObject } from '../../../../../main/mcp/settings/server-config'

it.each([
  [undefined, 60_000],
  [5, 5_000],
  [1.4, 1_000],
  // Meant in milliseconds: a timer of as many seconds would end at once.
  [3_600_000, 3_600_000],
])('a time limit of %s seconds is one of %d ms', (timeout, ms) => {
  const [server] = readServerObject({ a: { command: 'x', timeout } })
  expect(server && isUsable(server) && server.timeoutMs).toBe(ms)
})

const program = { kind: 'stdio', command: 'npx', args: ['-y', 'a'], cwd: '/p', env: { A: '1', B: '2' } } satisfies Launch
const { cwd: _cwd, ...anywhere } = program
const address: Launch = { kind: 'streamableHttp', url: 'https://mcp.test/', headers: { 'X-A': '1', 'X-B': '2' } }

it.each<[string, Launch, Launch]>([
  ['the program', program, { ...program, command: 'npm' }],
  ['an argument', program, { ...program, args: ['-y', 'b'] }],
  ['the order of arguments', program, { ...program, args: ['a', '-y'] }],
  ['one argument out of two', program, { ...program, args: ['-y a'] }],
  ['the folder', program, { ...program, cwd: '/q' }],
  ['no folder', program, anywhere],
  ['the value of a variable', program, { ...program, env: { A: '1', B: '3' } }],
  ['the name of a variable', program, { ...program, env: { A: '1', NODE_OPTIONS: '2' } }],
  ['values that change places', program, { ...program, env: { A: '2', B: '1' } }],
  ['the address', address, { ...address, url: 'https://mcp.test./' }],
  ['the value of a header', address, { ...address, headers: { 'X-A': '1', 'X-B': '3' } }],
  ['the name of a header', address, { ...address, headers: { 'X-A': '1', Authorization: '2' } }],
  ['the protocol', address, { ...address, kind: 'sse' }],
])('%s makes a launch another one than was approved (M02)', (_, approved, changed) => {
  expect(launchHash(changed)).not.toBe(launchHash(approved))
})

it('the order in which variables are written makes none', () => {
  expect(launchHash({ ...program, env: { B: '2', A: '1' } })).toBe(launchHash(program))
})
