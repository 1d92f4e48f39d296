import { expect, it } from 'vitest'
import { fittingTools } from '../../../../../main/mcp/tools/fitting-tools'
import type { OfferedTool } from '../../../../../main/mcp/mcp-hub'

const toolsOf = (server: string, count: number, description = 'Does it.'): OfferedTool[] =>
  Array.from({ length: count }, (_, at) => ({
    nativeName: `${server}0mcp0tool${at}`,
    server,
    tool: { name: `tool${at}`, description, inputSchema: { type: 'object' }, outputSchema: undefined, readOnly: false, hash: '' },
    autoApproved: false,
  }))
const countsOf = (tools: readonly OfferedTool[]) =>
  Object.fromEntries([...Map.groupBy(tools, ({ server }) => server)].map(([server, own]) => [server, own.length]))

it('gives every server room, whoever offers how much, and keeps the order', () => {
  expect(fittingTools([])).toEqual([])
  const few = [...toolsOf('a', 3), ...toolsOf('b', 2)]
  expect(fittingTools(few)).toEqual(few)
  const many = [...toolsOf('a', 1_000), ...toolsOf('b', 10), ...toolsOf('c', 1_000)]
  const fitting = fittingTools(many)
  expect(countsOf(fitting)).toEqual({ a: 40, b: 10, c: 40 })
  expect(fitting).toEqual(many.filter((tool) => fitting.includes(tool)))
})

it('leaves out what is too long, and not what comes after it', () => {
  const tools = [...toolsOf('a', 1, 'x'.repeat(200_000)), ...toolsOf('b', 100, 'y'.repeat(4_000))]
  expect(countsOf(fittingTools(tools))).toEqual({ b: 29 })
})
