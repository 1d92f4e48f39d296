import { expect, it } from 'vitest'

it('keeps Electron out of what runs without a window', async () => {
  const name = 'electron'
  await expect(import(name)).rejects.toThrow(/imports electron, which only the app with its window may/)
})
