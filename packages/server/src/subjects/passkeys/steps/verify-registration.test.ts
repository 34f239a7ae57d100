import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, RegistrationKnobs } from '../../../../test/support/authenticator-knobs.ts'
import type { Cbor } from '../../../../test/support/cbor.ts'
import { newCoseKey } from '../../../../test/support/cose-key.ts'
import { SoftwareAuthenticator } from '../../../../test/support/software-authenticator.ts'
import { newToken } from '../../../platform/kernel/tokens.ts'
import { registrationOptions } from './ceremony-options.ts'
import { verifyRegistration } from './verify-registration.ts'

const OWN = 'https://id.example.com'
const APP = 'https://app.example.com'
const rp = { id: 'example.com', name: 'Acme', origins: [OWN, APP] }
const owner = { email: 'ada@example.com', name: 'Ada', userHandle: newToken() }
const AAGUID = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'

const authenticator = (make: ConstructorParameters<typeof SoftwareAuthenticator>[0] = {}) =>
  new SoftwareAuthenticator({ origin: OWN, aaguid: AAGUID, ...make })

/** What comes of an answer, and the answer. */
async function tried(knobs: RegistrationKnobs = {}, from = authenticator()) {
  const challenge = newToken()
  const answer = from.register(registrationOptions(rp, challenge, owner, []), knobs)
  return {
    answer,
    passkey: await verifyRegistration(rp, challenge, answer === undefined ? answer : JSON.parse(JSON.stringify(answer))),
  }
}

describe.each([
  ['ES256', 77],
  ['EdDSA', 42],
  ['RS256', 272],
] as const)('a registration with %s', (algorithm, bytes) => {
  it('is a passkey', async () => {
    const { answer, passkey } = await tried({}, authenticator({ algorithm }))
    expect(passkey).toEqual({
      credentialId: answer.id,
      publicKey: expect.any(String),
      counter: 0,
      aaguid: AAGUID,
      transports: ['internal', 'hybrid'],
      isBackupEligible: true,
      isBackedUp: true,
    })
    expect(Buffer.from(passkey?.publicKey ?? '', 'base64url')).toHaveLength(bytes)
  })
})

const P256 = newCoseKey('ES256').cose
const rsa = (bytes: number) =>
  new Map<number, Cbor>([
    [1, 3],
    [3, -257],
    [-1, Buffer.alloc(bytes, 0xff)],
    [-2, Buffer.from([1, 0, 1])],
  ])
const without = (name: string) => (answer: Json) => ({ ...answer, [name]: undefined })
const part = (name: string, value: unknown) => (answer: Json) => ({ ...answer, response: { ...answer.response, [name]: value } })
const deep = Buffer.alloc(4096, 0x81)

describe('a registration', () => {
  it.each<[string, RegistrationKnobs, object]>([
    ['on another page of ours', { origin: APP }, {}],
    ['whose browser does not speak of frames', { extraClientData: { crossOrigin: undefined } }, {}],
    ['with more in its client data', { extraClientData: { other_keys_can_be_added_here: 'yes', tokenBinding: undefined } }, {}],
    ['with the longest name', { credentialIdBytes: 1023 }, {}],
    ['with the shortest name', { credentialIdBytes: 1 }, {}],
    ['with a count', { counter: 7 }, { counter: 7 }],
    ['bound to its device', { flags: { be: false, bs: false } }, { isBackupEligible: false, isBackedUp: false }],
    ['not copied yet', { flags: { bs: false } }, { isBackupEligible: true, isBackedUp: false }],
    ['with extensions', { extensions: new Map([['credProtect', 2]]) }, {}],
    ['with transports of all sorts', { transports: ['usb', 'usb', 'telepathy', 7, null] }, { transports: ['usb'] }],
    ['without transports', { change: part('transports', undefined) }, { transports: [] }],
    ['whose browser says nothing of extensions', { change: without('clientExtensionResults') }, {}],
  ])('%s is a passkey', async (_, knobs, facts) => {
    expect((await tried(knobs)).passkey).toMatchObject(facts)
  })

  it.each<[string, RegistrationKnobs]>([
    ['of another origin', { origin: 'https://evil.example.com' }],
    ['of an origin that begins like ours', { origin: `${OWN}.evil.net` }],
    ['of our origin with a slash', { origin: `${OWN}/` }],
    ['of no origin', { extraClientData: { origin: undefined } }],
    ['of a list of origins', { origin: [OWN] }],
    ['that is a sign-in', { type: 'webauthn.get' }],
    ['for another challenge', { challenge: newToken() }],
    ['for an empty challenge', { challenge: '' }],
    ['in a frame of another site', { crossOrigin: true }],
    ['in a frame, in other words', { crossOrigin: 'true' }],
    ['below another page', { topOrigin: 'https://evil.net' }],
    ['below a page of ours', { crossOrigin: true, topOrigin: OWN }],
    ['for another domain', { rpIdHash: createHash('sha256').update('example.net').digest() }],
    ['without a user', { flags: { up: false } }],
    ['without a verified user', { flags: { uv: false } }],
    ['without a passkey', { flags: { at: false } }],
    ['that promises extensions', { flags: { ed: true } }],
    ['that is copied and cannot be', { flags: { be: false, bs: true } }],
    ['with another algorithm', { alg: -35 }],
    ['with an algorithm of another kind of key', { alg: -8 }],
    ['with no algorithm', { cose: new Map([...P256].filter(([label]) => label !== 3)) }],
    ['with a point off the curve', { cose: new Map<number, Cbor>([...P256, [-2, Buffer.alloc(32, 1)]]) }],
    ['with half a point', { cose: new Map<number, Cbor>([...P256, [-3, Buffer.alloc(16, 1)]]) }],
    ['with a short RSA key', { cose: rsa(128) }],
    ['with a huge RSA key', { cose: rsa(2048) }],
    ['with an RSA key of a huge exponent', { cose: new Map<number, Cbor>([...rsa(256), [-2, Buffer.alloc(256, 0xff)]]) }],
    ['with a text for a key', { cose: 'key' }],
    ['without a name', { credentialIdBytes: 0 }],
    ['with too long a name', { credentialIdBytes: 1024 }],
    ['that cannot be found without being named', { rk: false }],
    ['that is attested by itself', { isSelfAttested: true }],
    ['that is attested badly', { fmt: 'packed', attStmt: new Map([['alg', -7]]) }],
    ['that is attested with a certificate', { fmt: 'fido-u2f', attStmt: new Map([['x5c', [Buffer.alloc(64)]]]) }],
    ['that is attested by nobody knows what', { fmt: 'surprise' }],
    ['whose statement is not empty', { attStmt: new Map([['alg', -7]]) }],
    ['whose statement is a number', { attStmt: 7 }],
    ['whose data is cut', { changeAuthData: (bytes) => bytes.subarray(0, -1) }],
    ['whose data is cut early', { changeAuthData: (bytes) => bytes.subarray(0, 36) }],
    ['whose data goes on', { changeAuthData: (bytes) => Buffer.concat([bytes, Buffer.from([0])]) }],
    ['whose object is cut', { changeAttestation: (bytes) => bytes.subarray(0, -20) }],
    ['whose object is nearly empty', { changeAttestation: (bytes) => bytes.subarray(0, 1) }],
    ['whose object is garbage', { changeAttestation: (bytes) => Buffer.alloc(bytes.length, 0xff) }],
    ['whose object is endlessly deep', { changeAttestation: () => deep }],
    ['whose object is huge', { changeAttestation: (bytes) => Buffer.concat([bytes, Buffer.alloc(4000)]) }],
    ['whose client data is no JSON', { clientData: 'nonsense' }],
    ['whose client data is no object', { clientData: '"text"' }],
    ['whose client data is nothing', { clientData: 'null' }],
    ['whose client data is a list', { clientData: '[]' }],
    ['whose client data is no text', { clientData: Buffer.alloc(40, 0xff) }],
    ['whose client data is huge', { extraClientData: { more: 'x'.repeat(5000) } }],
    ['with two names', { change: (answer) => ({ ...answer, rawId: newToken() }) }],
    ['with another name than in its data', { change: (answer) => ({ ...answer, id: 'AAAA', rawId: 'AAAA' }) }],
    [
      'with a name that is written otherwise',
      { change: (answer) => ({ ...answer, id: `${answer.id}=`, rawId: `${answer.id}=` }) },
    ],
    ['with a number for a name', { change: (answer) => ({ ...answer, id: 7, rawId: 7 }) }],
    ['of another type', { change: (answer) => ({ ...answer, type: 'password' }) }],
    ['without a type', { change: without('type') }],
    ['without an answer', { change: without('response') }],
    ['with a text for an answer', { change: (answer) => ({ ...answer, response: 'text' }) }],
    ['without client data', { change: part('clientDataJSON', undefined) }],
    ['with client data as it is', { change: part('clientDataJSON', { type: 'webauthn.create' }) }],
    ['without an object', { change: part('attestationObject', undefined) }],
    ['with an object that is no base64url', { change: part('attestationObject', 'a+b/c=') }],
    ['with a text for transports', { change: part('transports', 'usb') }],
    ['that is nothing', { change: () => undefined }],
    ['that is null', { change: () => null }],
    ['that is a text', { change: () => 'passkey' }],
    ['that is a list', { change: (answer) => [answer] }],
  ])('%s is none', async (_, knobs) => {
    expect((await tried(knobs)).passkey).toBeUndefined()
  })
})

it('of anything at all is none, and throws nothing', async () => {
  const challenge = newToken()
  const honest = authenticator().register(registrationOptions(rp, challenge, owner, []))
  const parts = fc.record({ clientDataJSON: fc.anything(), attestationObject: fc.anything(), transports: fc.anything() })
  const near = fc.record({ id: fc.anything(), response: fc.oneof(fc.anything(), parts) }).map((part) => ({ ...honest, ...part }))
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((one) => Buffer.from(one).toString('base64url'))
  const garbage = bytes.map((attestationObject) => ({ ...honest, response: { ...honest.response, attestationObject } }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.anything(), near, garbage), async (given) => {
      expect(await verifyRegistration(rp, challenge, given)).toBeUndefined()
    }),
    { numRuns: 300 },
  )
})
