import '../index.ts'
import { describe, expect, it } from 'vitest'
import { load, problems, production } from '../../../test/support/config-problems.ts'

describe('FORWARD_AUTH_APPS', () => {
  it('are origins, each with its demands', () => {
    const text = 'https://wiki.example.com;role=admin;2fa;verified, https://shop.example.com'
    expect(load({ ...production, FORWARD_AUTH_APPS: text }).forwardAuth.apps).toEqual([
      { origin: 'https://wiki.example.com', role: 'admin', needsSecondFactor: true, needsVerified: true },
      { origin: 'https://shop.example.com', role: undefined, needsSecondFactor: false, needsVerified: false },
    ])
  })

  it.each([
    'https://*.example.com',
    'https://wiki.example.com/path',
    'wiki.example.com',
    'https://wiki.example.com;admin',
    'https://wiki.example.com;role=root',
    'https://wiki.example.com;role=admin;role=user',
    'https://wiki.example.com;2fa;2fa',
    'https://wiki.example.com;',
    'https://wiki.example.com, https://wiki.example.com;role=admin',
    'https://wiki.example.com,https://wiki.example.com',
  ])('are not %s', (text) => {
    expect(problems({ ...production, FORWARD_AUTH_APPS: text })).toEqual([expect.stringMatching(/^FORWARD_AUTH_APPS: /)])
  })
})
