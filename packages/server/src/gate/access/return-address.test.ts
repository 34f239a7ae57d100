import '../../subjects/index.ts'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { hostileReturnPaths } from '../../../test/support/hostile-return-paths.ts'
import { loadConfig } from '../../platform/config/load-config.ts'
import { returnAddress } from './return-address.ts'

const load = (env: Record<string, string> = {}) =>
  loadConfig({
    env: { ALLOWED_ORIGINS: 'https://app.example.com', ALLOW_LOOPBACK_ORIGINS: 'false', ...env },
    cwd: tmpdir(),
  })

const config = load()

describe('a return address', () => {
  it.each(hostileReturnPaths)('is not %j', (wanted) => {
    expect(returnAddress(config, wanted)).toBeUndefined()
  })

  it('is not one of the hostile ones either where loopback is allowed, unless it is on loopback', () => {
    const lenient = load({ ALLOW_LOOPBACK_ORIGINS: 'true' })
    expect(hostileReturnPaths.length).toBeGreaterThanOrEqual(50)
    const taken = hostileReturnPaths.filter((wanted) => returnAddress(lenient, wanted) !== undefined)
    expect(taken).toEqual([
      'http://localhost:3001/account',
      'http://localhost/account',
      'https://localhost:3000/account',
      'http://127.0.0.1:3000/account',
      'http://[::1]:3000/account',
    ])
  })

  it.each(['https://id.example.com.evil.example/', 'https://id.example.community/', 'https://id.example.com:8443/'])(
    'is not %s, which only begins like ours',
    (wanted) => {
      const ours = load({ PUBLIC_URL: 'https://id.example.com' })
      expect(returnAddress(ours, wanted)).toBeUndefined()
      expect(returnAddress(ours, 'https://id.example.com/')).toBe('https://id.example.com/')
    },
  )

  it.each([
    ['/', 'http://localhost:3000/'],
    ['/path?x=1#y', 'http://localhost:3000/path?x=1#y'],
    ['/a/../b/./c', 'http://localhost:3000/b/c'],
    ['/path?x=a+b&next=%2Fother&at=a@b.example', 'http://localhost:3000/path?x=a+b&next=%2Fother&at=a@b.example'],
    ['/path?u=https://evil.example', 'http://localhost:3000/path?u=https://evil.example'],
    ['/ünï', 'http://localhost:3000/%C3%BCn%C3%AF'],
    ['http://localhost:3000', 'http://localhost:3000/'],
    ['http://localhost:3000/path?x=1#y', 'http://localhost:3000/path?x=1#y'],
    ['https://app.example.com', 'https://app.example.com/'],
    ['https://APP.example.com:443/cb?x=1#y', 'https://app.example.com/cb?x=1#y'],
    ['/search?q=100%25&a=b c', 'http://localhost:3000/search?q=100%25&a=b%20c'],
    ['/search?q=\\n%0d%0a&r=//evil.example', 'http://localhost:3000/search?q=\\n%0d%0a&r=//evil.example'],
    ['/My%20Page/100%25', 'http://localhost:3000/My%20Page/100%25'],
    ['https://app.example.com/a b/c', 'https://app.example.com/a%20b/c'],
    [`/${'a'.repeat(2000)}`, `http://localhost:3000/${'a'.repeat(2000)}`],
  ])('may be %s', (wanted, address) => {
    expect(returnAddress(config, wanted)).toBe(address)
  })

  it('is nothing when nobody named one', () => {
    expect(returnAddress(config, undefined)).toBeUndefined()
    expect(returnAddress(config, '')).toBeUndefined()
  })

  it('holds up no other request, however deep addresses are nested in it', () => {
    const parsed: string[] = []
    const RealUrl = URL
    const deep = `${'/?returnTo='.repeat(1370)}/`
    class CountedUrl extends RealUrl {
      constructor(...args: ConstructorParameters<typeof URL>) {
        super(...args)
        parsed.push(String(args[0]))
      }
    }
    globalThis.URL = CountedUrl
    try {
      expect(returnAddress(config, deep)).toBeUndefined()
    } finally {
      globalThis.URL = RealUrl
    }
    expect(parsed.length).toBeLessThan(20)
  })
})
