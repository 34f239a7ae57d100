import '../../index.ts'
import { expect, it } from 'vitest'
import { load } from '../../../../test/support/config-problems.ts'
import { PasskeyView } from '../../../gate/views/passkey-view.ts'
import { shapeReply } from '../../../platform/http/reply-shape.ts'
import { passkeyView } from './passkey-view.ts'

const passkey = {
  id: '018f0000-0000-7000-8000-000000000000',
  accountId: '018f0000-0000-7000-8000-000000000001',
  credentialId: 'Y3JlZA',
  publicKey: 'a2V5',
  counter: 3,
  name: 'My phone',
  aaguid: 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4',
  transports: ['internal'],
  isBackupEligible: true,
  isBackedUp: false,
  rpId: undefined,
  createdAt: Date.parse('2030-01-01T00:00:00Z'),
  lastUsedAt: undefined,
}

it('shows a passkey without its key, or what the authenticator calls it', () => {
  const view = passkeyView(load({}), passkey)
  expect(shapeReply(PasskeyView, view)).toEqual(view)
  expect(view).toEqual({
    id: passkey.id,
    name: 'My phone',
    aaguid: passkey.aaguid,
    provider: 'Google Password Manager',
    transports: ['internal'],
    isBackedUp: false,
    isUsable: true,
    createdAt: '2030-01-01T00:00:00.000Z',
    lastUsedAt: null,
  })
  const used = passkeyView(load({}), { ...passkey, aaguid: '', lastUsedAt: passkey.createdAt })
  expect(used).toMatchObject({ provider: null, lastUsedAt: '2030-01-01T00:00:00.000Z' })
})

it('says whether it can be used', () => {
  expect(passkeyView(load({ PASSKEYS: 'false' }), passkey).isUsable).toBe(false)
  expect(passkeyView(load({}), { ...passkey, rpId: 'localhost' })).toMatchObject({ isUsable: true })
  const elsewhere = passkeyView(load({}), { ...passkey, rpId: 'old.example.com' })
  expect(shapeReply(PasskeyView, elsewhere)).toMatchObject({ isUsable: false, rpId: 'old.example.com' })
  expect(passkeyView(load({ PUBLIC_URL: 'http://10.0.0.1' }), passkey).isUsable).toBe(false)
})
