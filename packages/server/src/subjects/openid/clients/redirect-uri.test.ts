import { describe, expect, it } from 'vitest'
import { isRegisteredUri, uriProblem } from './redirect-uri.ts'

describe('an address that people are sent back to', () => {
  it.each([
    'https://grafana.example.com/login/generic_oauth',
    'https://example.com',
    'https://example.com:8443/a?b=c',
    'http://localhost:3000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:8000/',
  ])('%s is good for every kind', (uri) => {
    for (const kind of ['web', 'browser', 'native'] as const) expect(uriProblem(uri, kind)).toBeUndefined()
  })

  it.each([
    ['uri_fragment', 'https://example.com/#'],
    ['uri_fragment', 'https://example.com/cb#token'],
    ['uri_user', 'https://user@example.com/'],
    ['uri_user', 'https://good.example.com:x@evil.example/'],
    ['uri_pattern', 'https://*.example.com/'],
    ['uri_pattern', 'https://example.com/*'],
    ['uri_http', 'http://example.com/'],
    ['uri_http', 'http://127.0.0.1.example.com/'],
    ['uri_http', 'http://localhost.example.com/'],
    ['uri_form', 'https:example.com'],
    ['uri_form', 'https:///example.com'],
    ['uri_form', 'HTTPS://example.com/'],
    ['uri_form', '/callback'],
    ['uri_form', ''.padEnd(5, 'a')],
    ['uri_signs', ''],
    ['uri_signs', 'https://example.com/a b'],
    ['uri_signs', 'https://example.com\\@evil.example/'],
    ['uri_signs', 'https://exämple.com/'],
    ['uri_signs', 'https://example.com/\n'],
    ['uri_signs', 'https://example.com/\0'],
    ['uri_long', `https://example.com/${'a'.repeat(1000)}`],
  ])('%s: %j', (problem, uri) => {
    for (const kind of ['web', 'browser', 'native'] as const) expect(uriProblem(uri, kind)).toBe(problem)
  })

  it('has a scheme of its own for native applications alone, and never one that a browser runs', () => {
    expect(uriProblem('app.immich:///oauth-callback', 'native')).toBeUndefined()
    expect(uriProblem('com.example.app:/callback', 'native')).toBeUndefined()
    for (const kind of ['web', 'browser'] as const) expect(uriProblem('com.example.app:/callback', kind)).toBe('uri_native')
    const run = [
      'javascript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://a.example/1',
      'about:blank',
    ]
    for (const uri of [...run, 'view-source:https://a.example/', 'ws://a.example/', 'intent://a', 'mailto:a', 'myapp:/callback'])
      expect(uriProblem(uri, 'native')).toBe('uri_scheme')
  })
})

describe('the address of a request', () => {
  const native = {
    kind: 'native',
    redirectUris: ['http://127.0.0.1/callback', 'http://localhost:8000/', 'com.example.app:/cb'],
  } as const
  const web = { kind: 'web', redirectUris: ['https://example.com/cb', 'http://127.0.0.1:3000/cb'] } as const

  it('is one of the list as text', () => {
    expect(isRegisteredUri(web, 'https://example.com/cb')).toBe(true)
    for (const other of [
      'https://example.com/cb/',
      'https://example.com/cb?a',
      'https://EXAMPLE.com/cb',
      'https://example.com:443/cb',
    ])
      expect(isRegisteredUri(web, other)).toBe(false)
    expect(isRegisteredUri(web, 'http://127.0.0.1:3001/cb')).toBe(false)
  })

  it('has any port where a native application listens on a literal of this machine', () => {
    for (const port of ['', ':1', ':51004']) expect(isRegisteredUri(native, `http://127.0.0.1${port}/callback`)).toBe(true)
    for (const other of [
      'http://localhost:8001/',
      'http://127.0.0.1:51004/',
      'http://[::1]:51004/callback',
      'http://127.0.0.1:51004@evil.example/callback',
      'http://127.0.0.1:99999/callback',
      'http://127.0.0.1.evil.example/callback',
      'https://127.0.0.1:51004/callback',
    ])
      expect(isRegisteredUri(native, other)).toBe(false)
  })
})
