import { expect, test } from 'vitest'
import { ageOf, dayOf } from '../../../../renderer/words/age'
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

test('a path is said from where the person stands', () => {
  expect(shortPath('/home/mira/orders/src/a.js', '/home/mira/orders', '/home/mira')).toBe('src/a.js')
  expect(shortPath('/home/mira/orders-old/a.js', '/home/mira/orders', '/home/mira')).toBe('~/orders-old/a.js')
  expect(shortPath('/etc/hosts', '/home/mira/orders', '/home/mira')).toBe('/etc/hosts')
  expect(shortPath('src/a.js', '/home/mira/orders', '/home/mira')).toBe('src/a.js')
  expect(tilde('/srv/x', '')).toBe('/srv/x')
  expect(lastPart('C:\\work\\orders\\')).toBe('orders')
})
