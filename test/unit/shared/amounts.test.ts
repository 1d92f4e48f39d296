import { expect, test } from 'vitest'
import { costOf, counted, shortCount } from '../../../shared/amounts'

test('money is said to the cent, and what is unknown is no number', () => {
  expect([undefined, 0, 0.004, 0.126, 12].map(costOf)).toEqual(['unknown price', '$0.00', 'under $0.01', '$0.13', '$12.00'])
})

test('counts have their unit', () => {
  expect([counted(1, 'file'), counted(1024, 'file'), counted(0, 'match', 'matches')]).toEqual(['1 file', '1,024 files', '0 matches'])
  expect([950, 12_400, 200_000, 1_200_000].map(shortCount)).toEqual(['950', '12.4k', '200k', '1.2M'])
})
