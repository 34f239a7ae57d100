import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import type { Passkey } from '../tables/passkeys.ts'
import { isOurClientData, readAssertion } from './answer.ts'
import type { RelyingParty } from './relying-party.ts'

type KnownPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'isBackupEligible'>

/** Whose passkey it has to be. */
interface ExpectedOwner {
  /** In base64url. An account that has none owns no passkey. */
  readonly userHandle: string | undefined
  /** Where nothing else says who signs in, the answer has to name them. Elsewhere an authenticator may leave that out. */
  readonly mustBeNamed: boolean
}

type Assertion =
  /** `counterRegressed`: of a key that is copied between devices, which do not count together. Worth a note, and no more. */
  | { readonly outcome: 'right'; readonly counter: number; readonly isBackedUp: boolean; readonly counterRegressed: boolean }
  /** Not an answer to what was asked. */
  | { readonly outcome: 'invalid' }
  /** An answer, but not of this passkey as we know it. */
  | { readonly outcome: 'refused'; readonly reason: 'signature' | 'handle' | 'backup' | 'counter' }

const INVALID: Assertion = { outcome: 'invalid' }

/** What a browser's answer with a passkey is worth. Never throws over one. */
export async function verifyAssertion(
  rp: RelyingParty,
  challenge: string,
  given: unknown,
  passkey: KnownPasskey,
  owner: ExpectedOwner,
): Promise<Assertion> {
  const answer = readAssertion(given)
  if (!answer || answer.id !== passkey.credentialId || !isOurClientData(answer, 'webauthn.get', rp, challenge)) return INVALID
  const { verifyAuthenticationResponse } = await import('./webauthn-library.ts')
  const { id, clientDataJSON, authenticatorData, signature } = answer
  const verification = await verifyAuthenticationResponse({
    response: {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: { clientDataJSON, authenticatorData, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: [...rp.origins],
    expectedRPID: rp.id,
    expectedType: 'webauthn.get',
    requireUserVerification: true,
    // The library would look at the counter before the signature, and so take a stranger's word for it.
    credential: { id, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')), counter: 0 },
  }).catch(() => undefined)
  if (!verification) return INVALID
  if (!verification.verified) return { outcome: 'refused', reason: 'signature' }
  const { newCounter: counter, credentialDeviceType, credentialBackedUp } = verification.authenticationInfo
  if (!isOwners(answer.userHandle, owner)) return { outcome: 'refused', reason: 'handle' }
  if ((credentialDeviceType === 'multiDevice') !== passkey.isBackupEligible) return { outcome: 'refused', reason: 'backup' }
  const counterRegressed = counter <= passkey.counter && (counter > 0 || passkey.counter > 0)
  if (counterRegressed && !passkey.isBackupEligible) return { outcome: 'refused', reason: 'counter' }
  return { outcome: 'right', counter, isBackedUp: credentialBackedUp, counterRegressed }
}

function isOwners(named: string | undefined, { userHandle, mustBeNamed }: ExpectedOwner): boolean {
  if (userHandle === undefined) return false
  if (named === undefined) return !mustBeNamed
  // Hashes are of one length.
  return timingSafeEqual(Buffer.from(hashToken(named)), Buffer.from(hashToken(userHandle)))
}
