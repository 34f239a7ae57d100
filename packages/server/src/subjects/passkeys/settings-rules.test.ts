import '../index.ts'
import { describe, expect, it } from 'vitest'
import { load, problems, production } from '../../../test/support/config-problems.ts'
import { warnings } from '../../platform/config/warnings.ts'

const related = (count: number) => Array.from({ length: count }, (_, n) => `https://app${n}.example.net`).join(',')

describe('PASSKEY_RP_ID', () => {
  it.each([
    ['id.example.com', 'https://id.example.com'],
    ['example.com', 'https://id.example.com'],
    ['localhost', 'http://localhost:3000'],
  ])('may be %s for %s', (PASSKEY_RP_ID, PUBLIC_URL) => {
    expect(problems({ PASSKEY_RP_ID, PUBLIC_URL })).toEqual([])
  })

  it.each([
    ['example.net', 'must be the host of PUBLIC_URL or a parent of it'],
    ['login.id.example.com', 'must be the host of PUBLIC_URL or a parent of it'],
    ['ample.com', 'must be the host of PUBLIC_URL or a parent of it'],
    ['localhost', 'must be the host of PUBLIC_URL or a parent of it'],
    ['10.0.0.1', 'must not be an address: browsers make passkeys for host names only'],
    ['[::1]', 'must not be an address: browsers make passkeys for host names only'],
    ['com', 'must have a dot in it, or be localhost: browsers make no passkeys for other names'],
    ['co.uk', 'strangers have names below co.uk, and browsers make no passkeys for all of them together'],
    ['Example.com', 'must be a host name such as example.com, in small letters'],
    ['https://example.com', 'must be a host name such as example.com, in small letters'],
    ['example.com.', 'must be a host name such as example.com, in small letters'],
  ])('is refused when it is %s: %s', (PASSKEY_RP_ID, problem) => {
    const PUBLIC_URL = PASSKEY_RP_ID === 'co.uk' ? 'https://id.co.uk' : 'https://id.example.com'
    expect(problems({ PASSKEY_RP_ID, PUBLIC_URL })).toEqual([`PASSKEY_RP_ID: ${problem}`])
  })
})

describe('PASSKEY_RELATED_ORIGINS', () => {
  it('are at most 20', () => {
    expect(problems({ PASSKEY_RELATED_ORIGINS: related(20) })).toEqual([])
    expect(problems({ PASSKEY_RELATED_ORIGINS: related(21) })).toEqual(['PASSKEY_RELATED_ORIGINS: must be at most 20 origins'])
  })

  it.each([
    ['http://shop.example.net', '"http://shop.example.net" must be https'],
    ['http://localhost:3000', '"http://localhost:3000" must be https'],
    ['https://shop.example.net/', '"https://shop.example.net/" is not an origin such as https://app.example.com'],
    ['shop.example.net', '"shop.example.net" is not an origin such as https://app.example.com'],
    ['https://*.example.net', 'must name each origin: "https://*.example.net" is a wildcard'],
  ])('are refused when one is %s', (PASSKEY_RELATED_ORIGINS, problem) => {
    expect(problems({ PASSKEY_RELATED_ORIGINS })).toEqual([`PASSKEY_RELATED_ORIGINS: ${problem}`])
  })
})

describe('a warning', () => {
  const ours = (env: Record<string, string>) => [...warnings(load(env))].filter((one) => one.startsWith('PASSKEYS'))

  it.each(['http://10.0.0.1:3000', 'http://[fd00::1]', 'http://intranet'])(
    'says that there are no passkeys on %s',
    (PUBLIC_URL) => {
      expect(ours({ PUBLIC_URL })).toEqual([
        `PASSKEYS is on and PUBLIC_URL is ${PUBLIC_URL}: browsers make passkeys for host names with a dot and for localhost only, so there are none here`,
      ])
      expect(ours({ PUBLIC_URL, PASSKEYS: 'false' })).toEqual([])
    },
  )

  it('is not given where there can be', () => {
    expect([...ours({}), ...ours(production)]).toEqual([])
  })
})
