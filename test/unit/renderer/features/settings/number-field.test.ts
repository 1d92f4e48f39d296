import { describe, expect, it } from 'vitest'
import { problemOf } from '../../../../../renderer/features/settings/number-field'

const whole = { min: 10, whole: true, optional: false }

describe('a typed number', () => {
  it('may be any that fits', () => {
    expect(problemOf('10', whole)).toBeUndefined()
    expect(problemOf('0.25', { min: 0, whole: false, optional: true })).toBeUndefined()
    expect(problemOf('', { min: 0, whole: false, optional: true })).toBeUndefined()
  })

  it('may have commas between its thousands, and nowhere else', () => {
    expect(problemOf('4,000,000', whole)).toBeUndefined()
    expect(problemOf('40,00', whole)).toBe('This is not a number. Use digits, as in 500.')
    expect(problemOf('1,500', { min: 0, whole: false, optional: false })).toBe('This is not a number. Use digits, as in 500.')
  })

  it('is refused with a sentence otherwise', () => {
    expect(problemOf('9', whole)).toBe('Enter a number of at least 10.')
    expect(problemOf('', whole)).toBe('Enter a number of at least 10.')
    expect(problemOf('10.5', whole)).toBe('Enter a whole number.')
    expect(problemOf('ten', whole)).toBe('This is not a number. Use digits, as in 500.')
    expect(problemOf('Infinity', whole)).toBe('This is not a number. Use digits, as in 500.')
  })
})
