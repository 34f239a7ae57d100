import { describe, expect, it } from 'vitest'
import { isWithin, rpIdOf } from './rp-id.ts'

describe('rpIdOf', () => {
  it.each([
    ['https://id.example.com', undefined, 'id.example.com'],
    ['https://id.example.com:8443', undefined, 'id.example.com'],
    ['https://id.example.com', 'example.com', 'example.com'],
    ['http://localhost:3000', undefined, 'localhost'],
    ['http://127.0.0.1:3000', undefined, undefined],
    ['http://[::1]:3000', undefined, undefined],
    ['https://intranet', undefined, undefined],
  ])('of %s with %s is %s', (publicUrl, configured, id) => {
    expect(rpIdOf(publicUrl, configured)).toBe(id)
  })
})

describe('isWithin', () => {
  it('takes a domain and what lies below it, and no name that merely ends like it', () => {
    const hosts = ['example.com', 'id.example.com', 'a.b.example.com', 'badexample.com', 'example.com.evil.net', 'com']
    expect(hosts.filter((host) => isWithin(host, 'example.com'))).toEqual(['example.com', 'id.example.com', 'a.b.example.com'])
  })
})
