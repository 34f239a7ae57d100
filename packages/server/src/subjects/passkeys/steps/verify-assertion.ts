import { timingSafeEqual } from 'node:crypto'
import { hashToken } from '../../../platform/kernel/tokens.ts'
import type { Passkey } from '../tables/passkeys.ts'
import { isOurClientData, readAssertion } from './answer.ts'
import type { RelyingParty } from './relying-party.ts'

type KnownPasskey = Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'isBackupEligible'>

interface ExpectedOwner {
  /** An account without a handle owns no passkey. */
  readonly userHandle: string | undefined
  /** Where nothing else tells who signs in, the answer has to name the owner. Elsewhere an authenticator may leave that out. */
  readonly mustBeNamed: boolean
}

type Assertion =
  /** `counterRegressed` is only noted: devices that share a copied key do not count together. */
  | { readonly outcome: 'right'; readonly counter: number; readonly isBackedUp: boolean; readonly counterRegressed: boolean }
  | { readonly outcome: 'invalid' }
  | { readonly outcome: 'refused'; readonly reason: 'signature' | 'handle' | 'backup' | 'counter' }

const INVALID: Assertion = { outcome: 'invalid' }

/** Never throws over what a browser sends. */
export async function verifyAssertion(
  rp: RelyingParty,
  challenge: string,
  input: unknown,
  passkey: KnownPasskey,
  owner: ExpectedOwner,
): Promise<Assertion> {
  const answer = readAssertion(input)
  if (!answer || answer.id !== passkey.credentialId || !isOurClientData(answer, 'webauthn.get', rp, challenge)) return INVALID
  const { verifyAuthenticationResponse } = await import('./webauthn-library.ts')
  const { id, clientDataJSON, authenticatorData, signature } = answer
  const response = { clientDataJSON, authenticatorData, signature }
  const verification = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: [...rp.origins],
    expectedRPID: rp.id,
    expectedType: 'webauthn.get',
    requireUserVerification: true,
    // The library would check the counter before the signature, and so trust a number that a stranger may have sent.
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
  // Hashes have one length, which the comparison needs.
  return timingSafeEqual(Buffer.from(hashToken(named)), Buffer.from(hashToken(userHandle)))
}
