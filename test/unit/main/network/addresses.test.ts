import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AddressKind, addressKind, classifyHost, gravestKind, isLoopbackHost } from '../../../../main/network/addresses'

/** One IPv4 address in every way that some program takes for it. */
function spellings(a: number, b: number, c: number, d: number): string[] {
  const hex = (part: number) => part.toString(16)
  const octal = (part: number) => part.toString(8)
  const whole = ((a * 256 + b) * 256 + c) * 256 + d
  const high = hex(a * 256 + b)
  const low = hex(c * 256 + d)
  const plain = `${a}.${b}.${c}.${d}`
  const circled = plain
    .split('')
    .map((digit) => (/[1-9]/.test(digit) ? String.fromCodePoint(0x245f + Number(digit)) : digit))
    .join('')
  const wide = plain
    .split('')
    .map((digit) => (/\d/.test(digit) ? String.fromCodePoint(0xff10 + Number(digit)) : digit))
    .join('')
  const padded = (part: number) => part.toString(16).padStart(2, '0')
  return [
    plain,
    `${plain}.`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    String(whole),
    `0x${hex(whole)}`,
    `0X${hex(whole).toUpperCase()}`,
    `0${octal(whole)}`,
    `0x${hex(a)}.0x${hex(b)}.0x${hex(c)}.0x${hex(d)}`,
    `0x${hex(a)}.${b}.${c}.${d}`,
    `${a}.${b}.${c}.0x${hex(d)}`,
    `0${octal(a)}.0${octal(b)}.0${octal(c)}.0${octal(d)}`,
    `0${octal(a)}.${b}.${c}.${d}`,
    `000${octal(a)}.${b}.0${octal(c)}.${d}`,
    `0x${hex(a)}.${(b * 256 + c) * 256 + d}`,
    `0${octal(a)}.0x${hex(b)}.${c * 256 + d}`,
    `0x0000000${hex(a)}.${b}.${c}.${d}`,
    circled,
    wide,
    plain.replaceAll('.', '\u3002'),
    plain.replaceAll('.', '\uff0e'),
    plain.replaceAll('.', '\uff61'),
    plain.replaceAll('.', '%2e'),
    plain.replaceAll('.', '%E3%80%82'),
    plain
      .split('')
      .map((letter) => `%${hex(letter.charCodeAt(0))}`)
      .join(''),
    plain.split('').join('\u00ad'),
    plain.split('').join('\u200b'),
    `[::ffff:${plain}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:ffff:${high}:${low}]`,
    `[0000:0000:0000:0000:0000:FFFF:${plain}]`,
    `::ffff:${plain}`,
    `::FFFF:${high}:${low}`,
    `[::${plain}]`,
    `[::${high}:${low}]`,
    `[::ffff:0:${plain}]`,
    `[64:ff9b::${plain}]`,
    `[64:ff9b::${high}:${low}]`,
    `[2002:${high}:${low}::]`,
    `[2002:${padded(a)}${padded(b)}:${padded(c)}${padded(d)}:0:0:0:0:1]`,
    `::ffff:${plain}%1`,
  ]
}

describe('the kind of an address', () => {
  it.each<[string, AddressKind]>([
    ['2001:4860::5efe:169.254.169.254', 'metadata'],
    ['2001:4860::200:5efe:7f00:1', 'loopback'],
    ['::5efe:10.0.0.1', 'private'],
    ['4000::1', 'reserved'],
    ['1::1', 'reserved'],
    ['2606:4700::1111', 'public'],
  ])('is no public address in disguise: %s', (address, kind) => expect(addressKind(address)).toBe(kind))

  it.each<[AddressKind, string]>([
    ['loopback', '127.0.0.1'],
    ['metadata', '169.254.169.254'],
  ])('is %s for every spelling of %s', (kind, address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
    const all = spellings(a, b, c, d)
    expect(new Set(all).size).toBeGreaterThanOrEqual(40)
    expect(all.filter((spelling) => classifyHost(spelling)?.kind !== kind)).toEqual([])
  })

  it.each<[string, AddressKind]>([
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['localhost', 'loopback'],
    ['LOCALHOST.', 'loopback'],
    ['app.localhost', 'loopback'],
    ['0', 'unspecified'],
    ['0.0.0.0', 'unspecified'],
    ['[::]', 'unspecified'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['172.32.0.1', 'public'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['100.128.0.1', 'public'],
    ['fd12:3456::1', 'private'],
    ['[fc00::1]', 'private'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['[febf::1]', 'link-local'],
    ['fd00:ec2::254', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['169.254.170.2', 'metadata'],
    ['metadata.google.internal', 'metadata'],
    ['Metadata.Google.Internal.', 'metadata'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['240.0.0.1', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'reserved'],
    ['8.8.8.8', 'public'],
    ['1.1.1.1', 'public'],
    ['2606:4700:4700::1111', 'public'],
    ['[::ffff:8.8.8.8]', 'public'],
    ['2002:0808:0808::1', 'public'],
  ])('of %s is %s', (host, kind) => {
    expect(classifyHost(host)?.kind).toBe(kind)
  })

  it.each(['example.com', 'good.test', 'localhost.example.com', 'notlocalhost', 'intranet', 'metadata.google.internal.example.com'])(
    'of the name %s is known only to a name server',
    (host) => {
      expect(classifyHost(host)).toEqual({ host, kind: undefined })
    },
  )

  it.each([
    '',
    ' ',
    'a b',
    'good.test@127.0.0.1',
    'good.test/127.0.0.1',
    'good.test\\',
    '127.0.0.1:80',
    '[::1]:80',
    '1.2.3.256',
    '1.2.3.4.5',
    '[::1',
    '#',
  ])('is unknown for %j, which is no host', (host) => {
    expect(classifyHost(host)).toBeUndefined()
  })

  it('is exact about names that look alike', () => {
    expect(classifyHost('GOOD.test.')?.host).toBe('good.test')
    expect(classifyHost('g\u043eod.test')?.host).toBe('xn--god-sed.test')
    expect(classifyHost('good.test.sink.test')?.host).toBe('good.test.sink.test')
  })

  it('of an IPv4 address is the same when IPv6 carries it', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(classifyHost(`[::ffff:${address}]`)?.kind).toBe(addressKind(address))
        expect(classifyHost(`[64:ff9b::${address}]`)?.kind).toBe(addressKind(address))
      }),
    )
  })

  it('is undefined for what is not an address, and never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        addressKind(text)
        classifyHost(text)
      }),
    )
    expect(addressKind('example.com')).toBeUndefined()
  })

  it('is the gravest of several', () => {
    expect(gravestKind(['public', 'loopback'])).toBe('loopback')
    expect(gravestKind(['public', 'private', 'metadata', 'loopback'])).toBe('metadata')
    expect(gravestKind([])).toBeUndefined()
  })
})

it('knows the hosts that are this machine by their own name', () => {
  for (const host of ['localhost', 'LOCALHOST', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1', '::ffff:127.0.0.1'])
    expect([host, isLoopbackHost(host)]).toEqual([host, true])
  for (const host of ['', 'localhost.evil.test', 'notlocalhost', '128.0.0.1', '::2', '0.0.0.0', '10.0.0.1', 'localhost:80', 'a@localhost'])
    expect([host, isLoopbackHost(host)]).toEqual([host, false])
})
