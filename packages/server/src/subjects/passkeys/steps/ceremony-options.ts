import type { Passkey } from '../tables/passkeys.ts'
import { CEREMONY_MS } from './ceremony.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256 and RS256, the best first. Every authenticator has one of them, and answers with any other are refused. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257]

type Named = Pick<Passkey, 'credentialId' | 'transports'>

interface Owner {
  readonly email: string
  readonly name: string
  /** In base64url. */
  readonly userHandle: string
}

const descriptors = (passkeys: readonly Named[]) =>
  passkeys.map(({ credentialId, transports }) => ({ type: 'public-key' as const, id: credentialId, transports: [...transports] }))

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. The authenticator is told which passkeys the account has, and makes no second one. */
export const registrationOptions = (rp: RelyingParty, challenge: string, owner: Owner, passkeys: readonly Named[]) => ({
  rp: { id: rp.id, name: rp.name },
  user: { id: owner.userHandle, name: owner.email, displayName: owner.name },
  challenge,
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
  timeout: CEREMONY_MS,
  attestation: 'none' as const,
  excludeCredentials: descriptors(passkeys),
  authenticatorSelection: {
    residentKey: 'required' as const,
    // What browsers of the first version of the standard look at instead.
    requireResidentKey: true,
    userVerification: 'required' as const,
  },
  // Then the answer says whether the passkey really can be found without being named.
  extensions: { credProps: true },
})

/**
 * For `PublicKeyCredential.parseRequestOptionsFromJSON`. Passkeys are named only where it is known already whose they are: the
 * options of a sign-in are the same for all.
 */
export const authenticationOptions = (rp: RelyingParty, challenge: string, passkeys?: readonly Named[]) => ({
  rpId: rp.id,
  challenge,
  timeout: CEREMONY_MS,
  userVerification: 'required' as const,
  ...(passkeys && { allowCredentials: descriptors(passkeys) }),
})
