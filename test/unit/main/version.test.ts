import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VERSION } from '../../../main/version'

it('is the version of package.json', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as { version: string }
  expect(VERSION).toBe(version)
})
