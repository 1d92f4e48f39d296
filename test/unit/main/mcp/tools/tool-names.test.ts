import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byNativeName, nativeName } from '../../../../../main/mcp/tools/tool-names'
import { toolUseNames } from '../../../../../shared/tools'
import { runs } from '../../../shared/runs'

const anyTool = fc.record({
  server: fc.string({ minLength: 1, unit: 'grapheme' }),
  tool: fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
})

it('gives every tool a name that each provider takes, the same each time, and never one of our own tools', () => {
  fc.assert(
    fc.property(anyTool, (tool) => {
      const name = nativeName(tool)
      expect(name).toMatch(/^[a-z][a-zA-Z0-9_-]{0,63}$/)
      expect(name).toBe(nativeName({ ...tool }))
      expect(toolUseNames).not.toContain(name)
    }),
    { numRuns: runs(500) },
  )
})

it('leads back from each name to its tool, also for names that look alike or are cut', () => {
  const long = 'x'.repeat(200)
  const tools = ['read_file', 'read.file', 'read file', 'r\u0435ad_file', 'execute_command', long, `${long}y`, 'a0mcp0b'].flatMap((tool) =>
    ['one', 'two', 'зwei'].map((server) => ({ server, tool })),
  )
  const named = byNativeName(tools)
  expect(named.size).toBe(tools.length)
  for (const [name, tool] of named) expect(nativeName(tool)).toBe(name)
})
