import { describe, expect, it } from 'vitest'
import { ClineDefaultTool, isToolUseName, toolUseNames } from '../../../shared/tools'

describe('the tool names', () => {
  it('are each there once, in the form that every provider accepts', () => {
    expect(new Set(toolUseNames).size).toBe(toolUseNames.length)
    expect(toolUseNames).toHaveLength(Object.keys(ClineDefaultTool).length)
    for (const name of toolUseNames) expect(name).toMatch(/^[a-z_]{1,64}$/)
  })

  it('are told from names that only look like one', () => {
    expect(isToolUseName('read_file')).toBe(true)
    for (const name of ['FILE_READ', 'constructor', '__proto__', 'read_file ', '']) expect(isToolUseName(name)).toBe(false)
  })
})
