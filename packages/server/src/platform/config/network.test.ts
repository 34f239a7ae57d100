import { describe, expect, it } from 'vitest'
import { isCidr } from './network.ts'

describe('isCidr', () => {
  it.each(['10.0.0.0/8', '192.168.1.7', '0.0.0.0/0', '10.0.0.1/32', '::1', 'fd00::/8', '::/0', '2001:db8::1/128'])(
    'takes %s',
    (text) => {
      expect(isCidr(text)).toBe(true)
    },
  )

  it.each([
    '',
    '/8',
    '10.0.0.0/',
    '10.0.0.0/33',
    '::/129',
    '10.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0.0/8.0',
    '10.0.0.0/ 8',
    'localhost',
    'example.com/8',
    '256.0.0.1',
    '*',
  ])('refuses %j', (text) => {
    expect(isCidr(text)).toBe(false)
  })
})
