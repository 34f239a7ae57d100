import { describe, expect, it } from 'vitest'
import { isLoopback, isLoopbackHeader } from './loopback.ts'

describe('isLoopbackHeader', () => {
  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:65535'])('knows %s', (header) => {
    expect(isLoopbackHeader(header)).toBe(true)
  })

  it.each([undefined, '', '::1', 'localhost.', 'localhost:', 'localhost:x', 'x.localhost', 'localhost.example.com', '127.0.0.2'])(
    'does not take %j for this machine',
    (header) => {
      expect(isLoopbackHeader(header)).toBe(false)
    },
  )
})

describe('isLoopback', () => {
  it('knows the host of a URL, and an address to listen on', () => {
    expect(['http://localhost:1', 'http://LOCALHOST', 'http://[::1]:1'].map((url) => isLoopback(new URL(url).hostname))).toEqual([
      true,
      true,
      true,
    ])
    expect(['::1', '127.0.0.1', '0.0.0.0', '::', 'example.com'].map(isLoopback)).toEqual([true, true, false, false, false])
  })
})
