import { describe, expect, it } from 'vitest'
import { deriveKeys, seal } from '../../../platform/kernel/keys.ts'
import { Secret } from '../../../platform/kernel/secret.ts'
import { isToken, newToken } from '../../../platform/kernel/tokens.ts'
import { CEREMONY_MS, type ExpectedCeremony, openCeremony, readCeremony } from './ceremony.ts'

function begun(wanted: Partial<ExpectedCeremony> = {}) {
  let now = 1_000_000
  const deps = { clock: { now: () => now, elapsed: () => now }, keys: deriveKeys(new Secret('x'.repeat(32))) }
  const opened = openCeremony(deps, { purpose: 'sign-in', cookie: undefined, ...wanted })
  const expected: ExpectedCeremony = { purpose: 'sign-in', ...wanted, cookie: opened.cookie.token }
  return {
    deps,
    ...opened,
    expected,
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('a ceremony', () => {
  it('comes back with its challenge, to the browser that began it', () => {
    const { deps, state, expected, challenge, cookie } = begun()
    expect(isToken(challenge) && isToken(cookie.token)).toBe(true)
    expect(readCeremony(deps, state, expected)).toEqual({
      challenge,
      expiresAt: 1_000_000 + CEREMONY_MS,
      hash: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(cookie.expiresAt).toBe(1_000_000 + CEREMONY_MS)
  })

  it('has a challenge of its own every time, and is spent under a name of its own', () => {
    const [one, other] = [begun(), begun()]
    expect(one.challenge).not.toBe(other.challenge)
    const hashes = [one, other].map(({ deps, state, expected }) => readCeremony(deps, state, expected)?.hash)
    expect(new Set(hashes).size).toBe(2)
  })

  it('is spent under one name, however its state is written', () => {
    const { deps, state, expected } = begun()
    const hash = readCeremony(deps, state, expected)?.hash
    const otherwise = [`${state}=`, ` ${state}`, state.replaceAll('-', '+').replaceAll('_', '/'), `${state}\n`]
    for (const text of otherwise) expect([undefined, hash]).toContain(readCeremony(deps, text, expected)?.hash)
  })

  it('leaves a browser the cookie that it has, so that two tabs can be at it', () => {
    const token = newToken()
    const [one, other] = [begun({ cookie: token }), begun({ cookie: token })]
    expect([one.cookie.token, other.cookie.token]).toEqual([token, token])
    expect(begun({ cookie: 'junk' }).cookie.token).not.toBe('junk')
  })

  it('is over after five minutes', () => {
    const { deps, state, expected, pass } = begun()
    pass(CEREMONY_MS - 1)
    expect(readCeremony(deps, state, expected)).toBeDefined()
    pass(1)
    expect(readCeremony(deps, state, expected)).toBeUndefined()
  })

  const whole = { purpose: 'step-up', accountId: 'a', sessionId: 's', challengeId: 'c' } as const

  it('counts for exactly what it was begun for', () => {
    const { deps, state, expected } = begun(whole)
    expect(readCeremony(deps, state, expected)).toBeDefined()
  })

  it.each<[string, Partial<ExpectedCeremony>]>([
    ['purpose', { purpose: 'second-factor' }],
    ['purpose', { purpose: 'register' }],
    ['browser', { cookie: newToken() }],
    ['browser', { cookie: undefined }],
    ['browser', { cookie: '' }],
    ['account', { accountId: 'b' }],
    ['account', { accountId: undefined }],
    ['session', { sessionId: 't' }],
    ['session', { sessionId: undefined }],
    ['challenge', { challengeId: 'd' }],
    ['challenge', { challengeId: undefined }],
  ])('counts for no other %s', (_, other) => {
    const { deps, state, expected } = begun(whole)
    expect(readCeremony(deps, state, { ...expected, ...other })).toBeUndefined()
  })

  it.each(['accountId', 'sessionId', 'challengeId'] as const)(
    'that was begun without %s counts for none that has one',
    (name) => {
      const { deps, state, expected } = begun()
      expect(readCeremony(deps, state, { ...expected, [name]: 'x' })).toBeUndefined()
    },
  )

  it('of one secret is none of another, until that is told of the first', () => {
    const { deps, state, expected } = begun()
    const [secret, before] = [new Secret('y'.repeat(32)), new Secret('x'.repeat(32))]
    expect(readCeremony({ ...deps, keys: deriveKeys(secret) }, state, expected)).toBeUndefined()
    expect(readCeremony({ ...deps, keys: deriveKeys(secret, before) }, state, expected)).toBeDefined()
  })

  it('is not read from what we did not seal for it', () => {
    const { deps, state, expected } = begun()
    const changed = `${state.startsWith('A') ? 'B' : 'A'}${state.slice(1)}`
    const foreign = seal(deps.keys.oauth, JSON.stringify({ ...expected, challenge: 'x', expiresAt: 9e15 }))
    const junk = [changed, foreign, '', 'x', 'x'.repeat(60_000), state.slice(4), undefined, null, 7, {}, [state]]
    for (const one of junk) expect(readCeremony(deps, one, expected)).toBeUndefined()
  })
})
