import { describe, expect, it } from 'vitest'
import { directory, load, problems } from '../../../test/support/loaded-config.ts'
import { canonicalDomain } from '../../platform/kernel/email-address.ts'
import { readAsset } from '../../platform/kernel/read-asset.ts'
import { allowedAddresses } from './allowed-addresses.ts'
import { disposableDomains } from './disposable-domains.ts'

const BLOCK = 'REGISTRATION_BLOCK_DISPOSABLE'
const has = (env: Record<string, string>, email: string): boolean => allowedAddresses(load({ env }).registration).has(email)
const file = (content: string): string => `${directory({ 'own.txt': content })}/own.txt`

describe('REGISTRATION_BLOCK_DISPOSABLE', () => {
  it('keeps addresses out that stand for minutes, and no other, and does so only when it is on', () => {
    const on = { [BLOCK]: 'true' }
    expect(has(on, 'ada@mailinator.com')).toBe(false)
    expect(has(on, 'ada@inbox.mailinator.com')).toBe(false)
    expect(has(on, 'ada@mailinator.com.example')).toBe(true)
    for (const domain of ['gmail.com', 'outlook.com', 'proton.me', 'icloud.com', 'example.com'])
      expect(has(on, `ada@${domain}`)).toBe(true)
    expect(has({}, 'ada@mailinator.com')).toBe(true)
    expect(has({ [BLOCK]: 'false' }, 'ada@mailinator.com')).toBe(true)
    expect(has({ ...on, REGISTRATION_BLOCKED_DOMAINS: 'example.com' }, 'ada@example.com')).toBe(false)
    expect(has({ ...on, REGISTRATION_DOMAINS: 'mailinator.com' }, 'ada@mailinator.com')).toBe(true)
  })

  it('has thousands of domains, in the form that addresses are compared in, and says where they are from', () => {
    const domains = disposableDomains({ blockDisposable: true, disposableFile: undefined })
    expect(domains.length).toBeGreaterThan(8000)
    expect(domains.filter((domain) => canonicalDomain(domain) !== domain)).toEqual([])
    expect(readAsset('disposable-domains.txt').toString()).toMatch(/^# .*github\.com.*\n# .*CC0 1\.0/)
  })
})

describe('REGISTRATION_BLOCK_DISPOSABLE_FILE', () => {
  it.each([{ [BLOCK]: 'true' }, {}])('takes the place of the list, with %j', (more) => {
    const own = file('\uFEFF# ours\r\n\r\n  Throwaway.example \r\nbücher.example\n')
    const env = { ...more, [`${BLOCK}_FILE`]: own }
    expect(has(env, 'ada@mailinator.com')).toBe(true)
    expect(has(env, 'ada@throwaway.example')).toBe(false)
    expect(has(env, 'ada@post.xn--bcher-kva.example')).toBe(false)
  })

  it('is not read while the switch is off', () => {
    const env = { [BLOCK]: 'false', [`${BLOCK}_FILE`]: '/nowhere' }
    expect(has(env, 'ada@throwaway.example')).toBe(true)
  })

  it.each([
    ['', 'has no domain in it'],
    ['# nothing\n', 'has no domain in it'],
    ['a.example\n\n*.b.example\n', 'line 3 of', 'is not a domain such as example.com: "*.b.example"'],
  ])('with %j stops the start', (content, ...said) => {
    const own = file(content)
    const [problem, ...others] = problems({ env: { [`LATCHKEY_${BLOCK}_FILE`]: own } })
    expect(others).toEqual([])
    for (const part of [`LATCHKEY_${BLOCK}_FILE: `, own, ...said]) expect(problem).toContain(part)
  })

  it('that is not there stops the start', () => {
    expect(problems({ env: { [`${BLOCK}_FILE`]: '/nowhere' } })).toEqual([`${BLOCK}_FILE: cannot read /nowhere`])
  })
})
