import { expect, test } from 'vitest'
import { ageOf, dayOf } from '../../../../renderer/words/age'
import { costOf, counted, shortCount } from '../../../../renderer/words/amounts'
import { lastPart, shortPath, tilde } from '../../../../renderer/words/short-path'

const now = new Date(2026, 4, 20, 12, 0).getTime()
const MINUTE_MS = 60_000

test('an age is as short as a list needs it', () => {
  const ages = [0, 4 * MINUTE_MS, 180 * MINUTE_MS, 2 * 1440 * MINUTE_MS].map((age) => ageOf(now - age, now))
  expect(ages).toEqual(['now', '4 min', '3 h', '2 d'])
  expect(ageOf(now - 20 * 1440 * MINUTE_MS, now)).toMatch(/30/)
})

test('a day is said as people say it', () => {
  expect(dayOf(now, now)).toBe('Today')
  expect(dayOf(now - 13 * 60 * MINUTE_MS, now)).toBe('Yesterday')
  expect(dayOf(now - 3 * 1440 * MINUTE_MS, now)).toBe('Sunday')
})

test('money is said to the cent, and what is unknown is no number', () => {
  expect([undefined, 0, 0.004, 0.126, 12].map(costOf)).toEqual(['unknown price', '$0.00', 'under $0.01', '$0.13', '$12.00'])
})

test('counts have their unit', () => {
  expect([counted(1, 'file'), counted(1024, 'file'), counted(0, 'match', 'matches')]).toEqual(['1 file', '1,024 files', '0 matches'])
  expect([950, 12_400, 200_000, 1_200_000].map(shortCount)).toEqual(['950', '12.4k', '200k', '1.2M'])
})

test('a path is said from where the person stands', () => {
  expect(shortPath('/home/mira/orders/src/a.js', '/home/mira/orders', '/home/mira')).toBe('src/a.js')
  expect(shortPath('/home/mira/orders-old/a.js', '/home/mira/orders', '/home/mira')).toBe('~/orders-old/a.js')
  expect(shortPath('/etc/hosts', '/home/mira/orders', '/home/mira')).toBe('/etc/hosts')
  expect(shortPath('src/a.js', '/home/mira/orders', '/home/mira')).toBe('src/a.js')
  expect(tilde('/srv/x', '')).toBe('/srv/x')
  expect(lastPart('C:\\work\\orders\\')).toBe('orders')
})
