import { describe, expect, test } from 'vitest'
import { StorageError, ignoreTold, isMissing, systemCode, toStorageError } from '../../../../main/storage/storage-error'

const systemError = (code: string): Error => Object.assign(new Error(code), { code })

describe('a refusal of the system', () => {
  test.each([
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['EFBIG', 'full'],
    ['EROFS', 'read_only'],
    ['EACCES', 'denied'],
    ['EPERM', 'denied'],
    ['ENOENT', 'missing'],
    ['EMFILE', 'too_many_files'],
    ['EIO', 'io'],
    ['ESTALE', 'io'],
  ])('%s means %s, and says what, where and how to go on', (code, meaning) => {
    const cause = systemError(code)
    const error = toStorageError(cause, '/data/settings.json')
    expect(error).toMatchObject({ name: 'StorageError', code: meaning, path: '/data/settings.json', cause })
    expect(error.message).toContain('/data/settings.json')
    expect(error.message).toMatch(/[.]$/)
  })

  test('is told once: one that is told already passes through', () => {
    const error = new StorageError('full', '/a')
    expect(toStorageError(error, '/b')).toBe(error)
  })

  test('is not what a bug throws', () => {
    const bug = new TypeError('undefined is not a function')
    expect(() => toStorageError(bug, '/a')).toThrow(bug)
    expect(() => ignoreTold(bug)).toThrow(bug)
    expect(systemCode(Object.assign(new Error('bad'), { code: 'ERR_INVALID_ARG_TYPE' }))).toBeUndefined()
    ignoreTold(new StorageError('full', '/a'))
  })

  test('that means missing is known', () => {
    expect([isMissing(systemError('ENOENT')), isMissing(systemError('ENOTDIR')), isMissing(systemError('EACCES'))]).toEqual([
      true,
      true,
      false,
    ])
  })
})
