import { expect, it } from 'vitest'
import { ServerLog } from '../../../../main/mcp/server-log'

it('keeps what was printed before, and tells as last errors only those of the last start', () => {
  const log = new ServerLog()
  log.startOver()
  log.stderr('cannot open the database\nhalf a li')
  log.startOver()
  log.note('a note')
  expect(log.lastErrors(5)).toBe('')
  log.stderr('no licence\nthe end')
  expect(log.lastErrors(5)).toBe('no licence\nthe end')
  expect(log.text()).toBe('cannot open the database\nhalf a li\na note\nno licence\nthe end')
})
