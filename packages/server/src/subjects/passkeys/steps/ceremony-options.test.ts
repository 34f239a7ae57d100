import { expect, it } from 'vitest'
import { shapeReply } from '../../../platform/http/reply-shape.ts'
import { AuthenticationOptions, RegistrationOptions } from '../views/passkey-options.ts'
import { authenticationOptions, registrationOptions } from './ceremony-options.ts'

const rp = { id: 'example.com', name: 'Acme', origins: ['https://id.example.com'] }
const passkey = { credentialId: 'Y3JlZA', transports: ['usb'] }
const named = [{ type: 'public-key', id: 'Y3JlZA', transports: ['usb'] }]

const owner = { email: 'ada@example.com', name: 'Ada', userHandle: 'aGFuZGxl' }

it('asks for a passkey that can be found and verifies its user, and for no attestation', () => {
  expect(registrationOptions(rp, 'Y2hhbGxlbmdl', owner, [passkey])).toEqual({
    rp: { id: 'example.com', name: 'Acme' },
    user: { id: 'aGFuZGxl', name: 'ada@example.com', displayName: 'Ada' },
    challenge: 'Y2hhbGxlbmdl',
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    timeout: 300_000,
    attestation: 'none',
    excludeCredentials: named,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    extensions: { credProps: true },
  })
})

it('names no passkeys at a sign-in, and those of the account where that is known', () => {
  const common = { rpId: 'example.com', challenge: 'Y2hhbGxlbmdl', timeout: 300_000, userVerification: 'required' }
  expect(authenticationOptions(rp, 'Y2hhbGxlbmdl')).toEqual(common)
  expect(authenticationOptions(rp, 'Y2hhbGxlbmdl', [passkey])).toEqual({ ...common, allowCredentials: named })
})

it('leaves whole through the schemas of the routes', () => {
  const registration = registrationOptions(rp, 'Y2hhbGxlbmdl', owner, [passkey])
  expect(shapeReply(RegistrationOptions, registration)).toEqual(registration)
  for (const options of [authenticationOptions(rp, 'Y2g'), authenticationOptions(rp, 'Y2g', [passkey])]) {
    expect(shapeReply(AuthenticationOptions, options)).toEqual(options)
  }
})
