import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { Account } from '../gate/accounts/tables/accounts.ts'
import type { Transaction } from '../gate/transaction.ts'
import { newId } from '../platform/kernel/ids.ts'
import { newToken } from '../platform/kernel/tokens.ts'
import { relyingPartyOf } from '../subjects/passkeys/steps/relying-party.ts'
import { passkeysIn } from '../subjects/passkeys/tables/passkeys.ts'

/** As `WebAuthn.addCredential` of the DevTools protocol takes it, by which a browser that is driven has the passkey. */
export async function addTestPasskey(tx: Transaction, { id: accountId }: Account) {
  const { config, clock } = tx.deps
  const rp = relyingPartyOf(config)
  if (!config.passkeys.enabled || !rp)
    throw new Error('There are no passkeys here: passkeys.enabled, and a host with a name, it takes.')
  await passkeysIn(tx).setUserHandle(accountId, newToken())
  const userHandle = (await passkeysIn(tx).userHandleOf(accountId)) ?? ''
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const now = clock.now()
  const credentialId = randomBytes(32)
  await passkeysIn(tx).add({
    ...{
      id: newId(now),
      accountId,
      rpId: rp.id,
      createdAt: now,
      name: 'For tests',
      aaguid: '00000000-0000-0000-0000-000000000000',
    },
    ...{ credentialId: credentialId.toString('base64url'), publicKey: coseOf(publicKey).toString('base64url') },
    ...{ counter: 0, transports: ['internal'], isBackupEligible: false, isBackedUp: false },
  })
  return {
    credentialId: credentialId.toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    userHandle: Buffer.from(userHandle, 'base64url').toString('base64'),
    ...{ rpId: rp.id, signCount: 0, isResidentCredential: true },
  }
}

/** A key of P-256 for ES256 in COSE (RFC 9053): a map whose only parts that differ are the two coordinates. */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (text: string): Buffer => Buffer.from(text, 'base64url')
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), coordinate(x), Buffer.from('225820', 'hex'), coordinate(y)])
}
