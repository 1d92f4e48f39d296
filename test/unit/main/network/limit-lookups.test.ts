import { expect, it } from 'vitest'
import { limitLookups } from '../../../../main/network/limit-lookups'

it('looks up no more names at once than are allowed, in line, also after one that failed', async () => {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<never[]>>()
  const lookup = limitLookups((host) => {
    begun.push(host)
    const end = Promise.withResolvers<never[]>()
    ends.set(host, end)
    return end.promise
  }, 2)
  const all = ['a', 'b', 'c', 'd'].map((host) => lookup(host).catch((error: unknown) => String(error)))
  expect(begun).toEqual(['a', 'b'])
  ends.get('b')?.reject(new Error('no such name'))
  expect(await all[1]).toContain('no such name')
  expect(begun).toEqual(['a', 'b', 'c'])
  ends.get('a')?.resolve([])
  ends.get('c')?.resolve([])
  expect(await all[2]).toEqual([])
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  ends.get('d')?.resolve([])
  await Promise.all(all)
  void lookup('e')
  void lookup('f')
  expect(begun).toHaveLength(6)
})
