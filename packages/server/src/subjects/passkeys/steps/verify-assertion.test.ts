import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AssertionKnobs, Json } from '../../../../test/support/authenticator-knobs.ts'
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.ts'
import { newToken } from '../../../platform/kernel/tokens.ts'
import { credentialIdOf } from './answer.ts'
import { authenticationOptions, registrationOptions } from './ceremony-options.ts'
import { verifyAssertion } from './verify-assertion.ts'
import { verifyRegistration } from './verify-registration.ts'

const OWN = 'https://id.example.com'
const APP = 'https://app.example.com'
const rp = { id: 'example.com', name: 'Acme', origins: [OWN, APP] }
const userHandle = newToken()
const owner = { email: 'ada@example.com', name: 'Ada', userHandle }
const NAMED = { userHandle, mustBeNamed: true }

/** An authenticator with one passkey, and what we know of that. */
async function registered(make: ConstructorParameters<typeof SoftwareAuthenticator>[0] = {}) {
  const authenticator = new SoftwareAuthenticator({ origin: OWN, ...make })
  const challenge = newToken()
  const answer = authenticator.register(registrationOptions(rp, challenge, owner, []))
  const passkey = await verifyRegistration(rp, challenge, answer)
  if (!passkey) throw new Error('An honest registration was refused.')
  return { authenticator, passkey }
}

/** What comes of an answer, by a passkey that we know with these differences. */
async function tried(
  knobs: AssertionKnobs = {},
  { known = {}, whose = NAMED, make = {} }: { known?: object; whose?: Parameters<typeof verifyAssertion>[4]; make?: object } = {},
) {
  const { authenticator, passkey } = await registered(make)
  const challenge = newToken()
  const answer = authenticator.assert(authenticationOptions(rp, challenge), knobs)
  const sent = answer === undefined ? answer : JSON.parse(JSON.stringify(answer))
  return verifyAssertion(rp, challenge, sent, { ...passkey, ...known }, whose)
}

const RIGHT = { outcome: 'right', counter: 0, isBackedUp: true, counterRegressed: false }
const refused = (reason: string) => ({ outcome: 'refused', reason })
const BOUND = { isBackupEligible: false }

describe('an answer', () => {
  it.each(['ES256', 'EdDSA', 'RS256'] as const)('that is signed with %s is right', async (algorithm) => {
    expect(await tried({}, { make: { algorithm } })).toEqual(RIGHT)
  })

  it.each(['ES256', 'EdDSA', 'RS256'] as const)('that is signed with another key of %s is refused', async (algorithm) => {
    expect(await tried({ signature: 'of another key' }, { make: { algorithm } })).toEqual(refused('signature'))
  })

  it.each<[string, AssertionKnobs, object]>([
    ['on another page of ours', { origin: APP }, {}],
    ['with more in its client data', { extraClientData: { other_keys_can_be_added_here: 'yes' } }, {}],
    ['whose browser does not speak of frames', { extraClientData: { crossOrigin: undefined } }, {}],
    ['with extensions', { extensions: new Map([['example', true]]) }, {}],
    ['of a passkey that is no longer copied', { flags: { bs: false } }, { isBackedUp: false }],
  ])('%s is right', async (_, knobs, facts) => {
    expect(await tried(knobs)).toEqual({ ...RIGHT, ...facts })
  })

  const part = (name: string, value: unknown) => (answer: Json) => ({
    ...answer,
    response: { ...answer.response, [name]: value },
  })
  const without = (name: string) => (answer: Json) => ({ ...answer, [name]: undefined })

  it.each<[string, AssertionKnobs]>([
    ['of another origin', { origin: 'https://evil.example.com' }],
    ['of no origin', { extraClientData: { origin: undefined } }],
    ['that is a registration', { type: 'webauthn.create' }],
    ['to another challenge', { challenge: newToken() }],
    ['in a frame of another site', { crossOrigin: true }],
    ['below another page', { topOrigin: 'https://evil.net' }],
    ['below a page of ours', { crossOrigin: true, topOrigin: OWN }],
    ['for another domain', { rpIdHash: createHash('sha256').update('example.net').digest() }],
    ['without a user', { flags: { up: false } }],
    ['without a verified user', { flags: { uv: false } }],
    ['that promises a passkey', { flags: { at: true } }],
    ['that promises extensions', { flags: { ed: true } }],
    ['that is copied and cannot be', { flags: { be: false, bs: true } }],
    ['whose data is cut', { changeAuthData: (bytes) => bytes.subarray(0, 36) }],
    ['whose data goes on', { changeAuthData: (bytes) => Buffer.concat([bytes, Buffer.alloc(1)]) }],
    ['whose data is huge', { extensions: new Map([['blob', Buffer.alloc(2048)]]) }],
    [
      'whose extensions are endlessly deep',
      { changeAuthData: (bytes) => Buffer.concat([bytes, Buffer.alloc(2000, 0x81)]), flags: { ed: true } },
    ],
    ['whose signature has no form', { signature: Buffer.from('signature') }],
    ['whose client data is no JSON', { clientData: 'nonsense' }],
    ['whose client data is no object', { clientData: '7' }],
    ['whose client data is nothing', { clientData: 'null' }],
    ['whose client data is huge', { extraClientData: { more: 'x'.repeat(5000) } }],
    ['by a passkey of another name', { change: (answer) => ({ ...answer, id: 'AAAA', rawId: 'AAAA' }) }],
    ['with two names', { change: (answer) => ({ ...answer, rawId: 'AAAA' }) }],
    ['of another type', { change: (answer) => ({ ...answer, type: 'password' }) }],
    ['without a response', { change: without('response') }],
    ['with a number for its data', { change: part('authenticatorData', 7) }],
    ['without its data', { change: part('authenticatorData', undefined) }],
    ['without a signature', { change: part('signature', undefined) }],
    ['with an empty signature', { change: part('signature', '') }],
    ['with an object for a handle', { change: part('userHandle', { id: 1 }) }],
    ['with too long a handle', { userHandle: 'A'.repeat(88) }],
    ['with a handle that is no base64url', { userHandle: '?' }],
    ['that is nothing', { change: () => undefined }],
    ['that is null', { change: () => null }],
    ['that is a list', { change: (answer) => [answer] }],
  ])('%s is none', async (_, knobs) => {
    expect(await tried(knobs)).toEqual({ outcome: 'invalid' })
  })
})

it('whose signature is longer than any is not looked at', async () => {
  const make = { algorithm: 'EdDSA' }
  expect(await tried({ signature: Buffer.alloc(64) }, { make })).toEqual(refused('signature'))
  expect(await tried({ signature: Buffer.alloc(1025) }, { make })).toEqual({ outcome: 'invalid' })
})

describe('whose passkey it is', () => {
  it.each([
    ['another’s', { userHandle: newToken() }],
    ['not said', { userHandle: null }],
    ['said in an empty text', { userHandle: '' }],
  ])('has to be said where nothing else says it, and not to be %s', async (_, knobs) => {
    expect(await tried(knobs)).toEqual(refused('handle'))
  })

  it('may be left out where it is known, and must not be another’s', async () => {
    const whose = { userHandle, mustBeNamed: false }
    expect(await tried({}, { whose })).toEqual(RIGHT)
    expect(await tried({ userHandle: null }, { whose })).toEqual(RIGHT)
    expect(
      await tried({ change: (answer) => ({ ...answer, response: { ...answer.response, userHandle: null } }) }, { whose }),
    ).toEqual(RIGHT)
    expect(await tried({ userHandle: newToken() }, { whose })).toEqual(refused('handle'))
  })

  it.each([true, false])('is not that of an account without a handle (%s)', async (mustBeNamed) => {
    expect(await tried({}, { whose: { userHandle: undefined, mustBeNamed } })).toEqual(refused('handle'))
    expect(await tried({ userHandle: null }, { whose: { userHandle: undefined, mustBeNamed } })).toEqual(refused('handle'))
  })
})

describe('a passkey that has become', () => {
  it.each([
    ['one that is copied', { known: BOUND }],
    ['one of a single device', { make: BOUND, known: { isBackupEligible: true } }],
  ])('%s is refused', async (_, differences) => {
    expect(await tried({}, differences)).toEqual(refused('backup'))
  })
})

describe('the count', () => {
  it.each([
    [0, 0, false],
    [0, 1, false],
    [5, 6, false],
    [5, 5, true],
    [5, 4, true],
    [5, 0, true],
  ])('after %d may be %d, unless that shows a copy: %s', async (before, counter, isCopy) => {
    const known = { counter: before }
    expect(await tried({ counter }, { known })).toEqual({ ...RIGHT, counter, counterRegressed: isCopy })
    const bound = await tried({ counter }, { known: { ...known, ...BOUND }, make: BOUND })
    expect(bound).toEqual(isCopy ? refused('counter') : { ...RIGHT, counter, isBackedUp: false })
  })

  it('is believed only of the passkey itself', async () => {
    const known = { counter: 5, isBackupEligible: false }
    expect(await tried({ counter: 1, signature: 'of another key' }, { known, make: BOUND })).toEqual(refused('signature'))
  })
})

describe('credentialIdOf', () => {
  it('is the name of the passkey that answers', () => {
    expect(credentialIdOf({ id: 'AAAA' })).toBe('AAAA')
  })

  it('is none of what can be no name', () => {
    const long = Buffer.alloc(1024).toString('base64url')
    for (const id of ['', 'A', 'AAA=', 'A A', long, 7, null, undefined, ['AAAA']]) expect(credentialIdOf({ id })).toBeUndefined()
    for (const given of [undefined, null, 'AAAA', ['AAAA']]) expect(credentialIdOf(given)).toBeUndefined()
  })
})
