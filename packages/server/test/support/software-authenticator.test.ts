import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { describe, expect, it } from 'vitest'
import type { Json } from './authenticator-knobs.ts'
import { SoftwareAuthenticator } from './software-authenticator.ts'

const CREATE = {
  rp: { id: 'localhost' },
  user: { id: 'aGFuZGxl' },
  challenge: 'Y3JlYXRl',
  pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
}
const GET = { rpId: 'localhost', challenge: 'Z2V0' }

const expected = (challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: 'http://localhost:3000',
  expectedRPID: 'localhost',
})
/** What goes over the wire. */
const sent = (answer: Json) => JSON.parse(JSON.stringify(answer))

const registered = async (authenticator: SoftwareAuthenticator) => {
  const response = sent(authenticator.register(CREATE))
  const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected(CREATE.challenge) })
  if (!registrationInfo) throw new Error('An honest registration was refused.')
  return registrationInfo
}

describe.each(['ES256', 'EdDSA', 'RS256'] as const)('a software authenticator with %s', (algorithm) => {
  it('makes passkeys and signs with them as a library of others expects it', async () => {
    const authenticator = new SoftwareAuthenticator({ algorithm, countsBy: 1 })
    const { credential, fmt, credentialDeviceType } = await registered(authenticator)
    expect([fmt, credentialDeviceType, credential.counter]).toEqual(['none', 'multiDevice', 0])
    const response = sent(authenticator.assert(GET))
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      credential,
      ...expected(GET.challenge),
    })
    expect([verified, authenticationInfo.newCounter, response.response.userHandle]).toEqual([true, 1, 'aGFuZGxl'])
  })

  it('signs with another key when it is told to', async () => {
    const authenticator = new SoftwareAuthenticator({ algorithm })
    const { credential } = await registered(authenticator)
    const response = sent(authenticator.assert(GET, { signature: 'of another key' }))
    const { verified } = await verifyAuthenticationResponse({ response, credential, ...expected(GET.challenge) })
    expect(verified).toBe(false)
  })
})

describe('a software authenticator', () => {
  it('makes no second passkey where it is told of the first', () => {
    const authenticator = new SoftwareAuthenticator()
    const { id } = authenticator.register(CREATE)
    const again = { ...CREATE, excludeCredentials: [{ id }] }
    expect(() => authenticator.register(again)).toThrow('It has one already.')
    expect(authenticator.register(again, { ignoresExcluded: true }).id).not.toBe(id)
  })

  it('answers with a passkey of this domain that is allowed, or not at all', () => {
    const authenticator = new SoftwareAuthenticator()
    const [first, second] = [authenticator.register(CREATE), authenticator.register(CREATE)]
    expect(authenticator.assert(GET).id).toBe(second.id)
    expect(authenticator.assert({ ...GET, allowCredentials: [{ id: first.id }] }).id).toBe(first.id)
    expect(() => authenticator.assert({ ...GET, rpId: 'example.com' })).toThrow('It has none of these.')
    expect(() => new SoftwareAuthenticator({ algorithm: 'RS256' }).register({ ...CREATE, pubKeyCredParams: [] })).toThrow()
  })
})
