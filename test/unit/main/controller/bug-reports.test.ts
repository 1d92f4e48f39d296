import { expect, it, vi } from 'vitest'
import { createBugReports } from '../../../../main/controller/bug-reports'
import { ISSUES_PAGE } from '../../../../main/version'

const mask = { maskSecrets: (text: string) => text.replaceAll('key-1', '[secret]') }
const written = {
  title: 'It breaks with key-1',
  what_happened: 'It broke.',
  steps_to_reproduce: '1. Start',
  api_request_output: '',
  additional_context: '',
}
const reportsOf = (openExternal?: (url: string) => Promise<void>, model?: { providerId: string; modelId: string }) =>
  createBugReports({ version: '1.2.3', ...(openExternal ? { openExternal } : {}) }, { model: () => model, mask })

it('a report is completed with what is known here, and without any known key', () => {
  const report = reportsOf(undefined, { providerId: 'cline', modelId: 'm' }).complete(written)
  expect(report).toMatchObject({ ...written, title: 'It breaks with [secret]', provider_and_model: 'cline/m', app_version: '1.2.3' })
  expect(reportsOf().complete(written)).not.toHaveProperty('provider_and_model')
})

it('a report opens as a page that is filled in, or is given as its address where none can be opened', async () => {
  const open = vi.fn(() => Promise.resolve())
  const { address, isOpen } = await reportsOf(open).open(written)
  expect([isOpen, open.mock.calls]).toEqual([true, [[address]]])
  expect(address.startsWith(`${ISSUES_PAGE}/new?`)).toBe(true)
  const { searchParams } = new URL(address)
  expect(searchParams.get('title')).toBe('It breaks with key-1')
  expect(searchParams.get('body')).toBe('### what happened\n\nIt broke.\n\n### steps to reproduce\n\n1. Start')
  expect(await reportsOf().open(written)).toEqual({ address, isOpen: false })
  const refuse = () => Promise.reject(new Error('There is no display.'))
  expect(await reportsOf(refuse).open(written)).toEqual({ address, isOpen: false })
})

it('of a report that is too long for an address the end is left out, and that is said', async () => {
  const { address } = await reportsOf().open({ ...written, title: 'x'.repeat(500), additional_context: '😀'.repeat(5_000) })
  expect(address.length).toBeLessThanOrEqual(7_500)
  const { searchParams } = new URL(address)
  expect(searchParams.get('title')).toHaveLength(200)
  expect(searchParams.get('body')).toMatch(/^### what happened\n\nIt broke\..*(?:😀)+\uFFFD?\n\n\(shortened\)$/su)
})
