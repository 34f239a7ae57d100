import { describe, expect, it } from 'vitest'
import { Secret } from '../kernel/secret.ts'
import {
  choice,
  duration,
  durationOrOff,
  flag,
  integer,
  optionalInteger,
  type Raw,
  type Setting,
  secret,
  text,
  url,
} from './kinds.ts'
import { domains, networks, origins } from './list-kinds.ts'

const about = { env: 'NAME', help: 'For a test.' }

const kinds = {
  text: text({ ...about, default: 'x' }),
  cookie: text({ ...about, default: 'x', pattern: /^[a-z]+$/, expected: 'a cookie name' }),
  choice: choice({ ...about, default: 'info', of: ['info', 'warn'] }),
  flag: flag({ ...about, default: false }),
  integer: integer({ ...about, default: 8, min: 8, max: 128 }),
  port: optionalInteger({ ...about, min: 0, max: 65_535 }),
  duration: duration({ ...about, default: '15m' }),
  grace: duration({ ...about, default: '10s', allowZero: true }),
  ttl: durationOrOff(about),
  url: url({ ...about, schemes: ['https', 'http'] }),
  secret: secret({ ...about, default: undefined, minBytes: 32 }),
  database: secret({ ...about, default: undefined, schemes: ['file:', 'postgres://'] }),
  origins: origins(about),
  networks: networks(about),
  domains: domains(about),
} as const

const read = (kind: keyof typeof kinds, raw: Raw) => (kinds[kind] as Setting<unknown>).parse(raw)

describe('a setting reads', () => {
  it.each<[keyof typeof kinds, Raw, unknown]>([
    ['text', 'Acme & Söhne', 'Acme & Söhne'],
    ['cookie', 'sid', 'sid'],
    ['choice', 'warn', 'warn'],
    ['flag', 'true', true],
    ['flag', 'false', false],
    ['flag', true, true],
    ['flag', false, false],
    ['integer', '8', 8],
    ['integer', '128', 128],
    ['integer', 64, 64],
    ['port', '0', 0],
    ['duration', '500ms', 500],
    ['duration', '36500d', 3_153_600_000_000],
    ['grace', '0s', 0],
    ['url', 'https://id.example.com', 'https://id.example.com'],
    ['url', 'https://ID.example.com:443/', 'https://id.example.com'],
    ['url', 'http://localhost:3000', 'http://localhost:3000'],
    ['origins', '', []],
    ['origins', ' , ', []],
    ['origins', [], []],
    ['origins', 'https://a.example, http://localhost:5173,', ['https://a.example', 'http://localhost:5173']],
    ['origins', ['https://a.example'], ['https://a.example']],
    ['networks', '', []],
    ['networks', '10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['networks', ['fd00::/8'], ['fd00::/8']],
    ['ttl', '30d', 30 * 86_400_000],
    ['ttl', 'off', undefined],
    ['ttl', '0s', undefined],
    ['domains', '', []],
    ['domains', ' Example.COM, bücher.example, edu', ['example.com', 'xn--bcher-kva.example', 'edu']],
    ['domains', ['mail.example.com'], ['mail.example.com']],
  ])('%s: %j as %j', (kind, raw, value) => {
    expect(read(kind, raw)).toEqual({ value })
  })

  it('a number that nobody has given as none', () => {
    expect(kinds.port.fallback('production')).toBeUndefined()
    expect(kinds.port.show(undefined)).toBe('')
    expect(kinds.port.parse('')).toEqual({ problem: 'must be a whole number from 0 to 65535' })
  })

  it('a secret as something that does not print', () => {
    const result = kinds.secret.parse('x'.repeat(32))
    expect(result).toEqual({ value: expect.any(Secret) })
    expect('value' in result && result.value?.reveal()).toBe('x'.repeat(32))
  })

  it('the length of a secret in bytes', () => {
    expect(kinds.secret.parse('ü'.repeat(16))).toHaveProperty('value')
  })
})

describe('a setting refuses', () => {
  const wholeNumber = 'must be a whole number from 8 to 128'
  const aDuration = 'must be a duration such as 90s, 15m, 24h or 7d'
  const aUrl = 'must be a URL that starts with https:// or http://'
  const bare = 'must be a bare address such as https://id.example.com'
  const notAnOrigin = (typed: string) => `"${typed}" is not an origin such as https://app.example.com`
  const notADomain = (typed: string) => `"${typed}" is not a domain such as example.com, which stands for all names below it`
  const notANetwork = (typed: string) => `"${typed}" is not an address or range such as 10.0.0.0/8`

  it.each<[keyof typeof kinds, Raw, string]>([
    ['text', '', 'must be text'],
    ['text', 7, 'must be text'],
    ['text', true, 'must be text'],
    ['cookie', 'a b', 'must be a cookie name'],
    ['choice', '', 'must be one of info, warn'],
    ['choice', 'INFO', 'must be one of info, warn'],
    ...(['', 'TRUE', 'True', '1', '0', 'yes', 'no', 'on', 'off', ' true', 'null', 1, 0] as const).map(
      (raw) => ['flag', raw, 'must be true or false'] as [keyof typeof kinds, Raw, string],
    ),
    ...(['', '7', '129', '-8', '+8', '8.0', '8.5', '1e1', '0x10', ' 8', '8 ', '٨', 'eight', 7, 129, 8.5, true] as const).map(
      (raw) => ['integer', raw, wholeNumber] as [keyof typeof kinds, Raw, string],
    ),
    ...(['', '0s', '15', '15 m', '1.5h', '-1s', '15min', 900] as const).map(
      (raw) => ['duration', raw, aDuration] as [keyof typeof kinds, Raw, string],
    ),
    ['ttl', 'never', `${aDuration}, or off`],
    ['ttl', '', `${aDuration}, or off`],
    ['duration', '36501d', 'must be at most 36500d'],
    ['duration', '999999999d', 'must be at most 36500d'],
    ['url', '', aUrl],
    ['url', 'id.example.com', aUrl],
    ['url', '//id.example.com', aUrl],
    ['url', 'ftp://id.example.com', aUrl],
    ['url', 'javascript:alert(1)', aUrl],
    ['url', 'https://user@id.example.com', bare],
    ['url', 'https://:password@id.example.com', bare],
    ['url', 'https://id.example.com/app', bare],
    ['url', 'https://id.example.com/?x', bare],
    ['url', 'https://id.example.com/#x', bare],
    ['secret', '', 'must be text'],
    ['secret', 7, 'must be text'],
    ['secret', 'x'.repeat(31), 'must be at least 32 bytes long'],
    ['database', 'mysql://localhost/x', 'must start with file: or postgres://'],
    ['database', './data/latchkey.db', 'must start with file: or postgres://'],
    ['origins', '*', 'must name each origin: "*" is a wildcard'],
    ['origins', 'https://a.example,https://*.example.com', 'must name each origin: "https://*.example.com" is a wildcard'],
    ['origins', ['*'], 'must name each origin: "*" is a wildcard'],
    ['origins', 'null', notAnOrigin('null')],
    ['origins', 'a.example', notAnOrigin('a.example')],
    ['origins', 'https://a.example/', notAnOrigin('https://a.example/')],
    ['origins', 'https://A.example', notAnOrigin('https://A.example')],
    ['origins', 'https://a.example:443', notAnOrigin('https://a.example:443')],
    ['origins', 'https://a.example https://b.example', notAnOrigin('https://a.example https://b.example')],
    ['origins', 'file:///tmp', notAnOrigin('file:///tmp')],
    ['origins', true, 'must be a comma-separated list'],
    ['networks', '10.0.0.0/33', notANetwork('10.0.0.0/33')],
    ['networks', '10.0.0.0/8,proxy', notANetwork('proxy')],
    ...['0.0.0.0/0', '10.0.0.0/7', '::/0', 'fc00::/6', '::ffff:0.0.0.0/96', '::FFFF:0:0/103'].map(
      (text): ['networks', string, string] => [
        'networks',
        text,
        `"${text}" is too wide: anybody could write any address into a header`,
      ],
    ),
    ...[
      '*.example.com',
      '@example.com',
      'ada@example.com',
      '.example.com',
      'example.com.',
      'https://example.com',
      '127.0.0.1',
      'a b',
      '-',
    ].map((text): ['domains', string, string] => ['domains', `example.org, ${text}`, notADomain(text)]),
    ['domains', 7, 'must be a comma-separated list'],
    ['networks', 7, 'must be a comma-separated list'],
  ])('%s: %j', (kind, raw, problem) => {
    expect(read(kind, raw)).toEqual({ problem })
  })

  it('a secret without repeating it', () => {
    expect(JSON.stringify(kinds.secret.parse('hunter2'))).not.toContain('hunter2')
    expect(JSON.stringify(kinds.database.parse('mysql://user:hunter2@host'))).not.toContain('hunter2')
  })
})

describe('a setting', () => {
  it('has one default, or one for each profile', () => {
    const host = text({ ...about, default: { development: '127.0.0.1', production: '0.0.0.0' } })
    expect([host.fallback('development'), host.fallback('production')]).toEqual(['127.0.0.1', '0.0.0.0'])
    expect([kinds.text.fallback('development'), kinds.text.fallback('production')]).toEqual(['x', 'x'])
  })
})
