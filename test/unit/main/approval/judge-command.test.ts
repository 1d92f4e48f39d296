import { expect, it } from 'vitest'
import { judgeCommand } from '../../../../main/approval/judge-command'
import { grammar } from './sample-project'

const why = async (command: string): Promise<string> => {
  const context = { grammar: await grammar.load(), platform: 'linux', cwd: '/project', env: {} }
  return judgeCommand(command, context).why
}

it('gives the gravest of several effects as the reason, wherever it stands in the line', async () => {
  expect(await why('mkdir -p out && rm -rf src')).toMatch(/^deletes src/)
  expect(await why('touch a.txt && curl https://example.org')).toMatch(/^reaches the network/)
  expect(await why('touch a.txt; touch b.txt')).toBe('writes a.txt')
})
