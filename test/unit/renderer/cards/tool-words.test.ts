import { expect, it } from 'vitest'
import { lineRange, readsSummary, webWords } from '../../../../renderer/cards/tool-words'
import type { ClineSayTool } from '../../../../shared/messages'

const read = (status: ClineSayTool['status']): ClineSayTool => ({ tool: 'readFile', path: 'a.ts', status })

it('says that a file was read only once it may be', () => {
  expect(readsSummary([read('done'), read('running')])).toBe('Read 2 files')
  expect(readsSummary([read('drafting'), read('awaiting_approval')])).toBe('2 reads to come')
  expect(readsSummary([read('done'), read('drafting')])).toBe('Read 1 file, 1 read to come')
  expect(readsSummary([read('failed')])).toBe('Tried 1 read, 1 failed')
})

it('names one line as one', () => {
  expect(lineRange({ ...read('done'), readLineStart: 1, readLineEnd: 1 })).toBe('line 1')
  expect(lineRange({ ...read('done'), readLineStart: 2, readLineEnd: 9 })).toBe('lines 2–9')
})

it('says of the web what stands in the row, with the hosts of a search', () => {
  const search: ClineSayTool = { tool: 'webSearch', path: 'x', content: 'Searching for: x', status: 'done' }
  expect(webWords({ tool: 'webFetch', path: 'https://a.test/', content: 'Fetching URL: https://a.test/', status: 'running' })).toBe(
    'Fetching URL: https://a.test/',
  )
  expect(webWords(search)).toBe('Searching for: x')
  expect(webWords({ ...search, allowedDomains: ['a.test', 'b.test'] })).toBe('Searching for: x (only in a.test, b.test)')
  expect(webWords({ ...search, blockedDomains: ['c.test'] })).toBe('Searching for: x (not in c.test)')
})
