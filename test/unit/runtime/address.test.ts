import { describe, expect, it } from 'vitest'
import { originOf, toAppUrl, toPageUrl } from '../../runtime/address'

const schemes = new Set(['countersign'])

describe('an address of the app', () => {
  it.each([
    ['countersign://app/index.html', 'https://app.countersign.invalid/index.html'],
    ['countersign://app/a/b.js?x=1#y', 'https://app.countersign.invalid/a/b.js?x=1#y'],
    ['countersign://app', 'https://app.countersign.invalid'],
  ])('%s is %s to the page, and back', (app, page) => {
    expect(toPageUrl(app, schemes)).toBe(page)
    expect(toAppUrl(page, schemes)).toBe(app)
  })

  it.each([
    'https://example.com/',
    'https://app.other.invalid/',
    'http://app.countersign.invalid/',
    'about:blank',
    'other://app/x',
    'https://app.countersign.invalid.example.com/',
  ])('is not %s', (url) => {
    expect(toPageUrl(url, schemes)).toBe(url)
    expect(toAppUrl(url, schemes)).toBe(url)
  })

  it('may be that of a blob', () => {
    expect(toAppUrl('blob:https://app.countersign.invalid/1-2', schemes)).toBe('blob:countersign://app/1-2')
  })

  it('has the origin that Electron tells', () => {
    expect(originOf('countersign://app/index.html')).toBe('countersign://app')
    expect(originOf('https://example.com:8080/x')).toBe('https://example.com:8080')
    expect(originOf('about:blank')).toBe('null')
  })
})
