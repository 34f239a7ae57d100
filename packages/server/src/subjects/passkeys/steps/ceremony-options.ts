import type { Passkey } from '../tables/passkeys.ts'
import { CEREMONY_MS } from './ceremony.ts'
import type { RelyingParty } from './relying-party.ts'

/** EdDSA, ES256 and RS256, the best first. Every authenticator has one of them, and answers with any other are refused. */
export const ALGORITHMS: readonly number[] = [-8, -7, -257]

type Named = Pick<Passkey, 'credentialId' | 'transports'>

type Owner = Readonly<Record<'email' | 'name' | 'userHandle', string>>

const descriptors = (passkeys: readonly Named[]) =>
  passkeys.map(({ credentialId, transports }) => ({ type: 'public-key' as const, id: credentialId, transports: [...transports] }))

/** The authenticator is told which passkeys the account has, so that it makes no second one. */
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
    // Browsers that know only the first version of WebAuthn read this instead.
    requireResidentKey: true,
    userVerification: 'required' as const,
  },
  // Makes the browser say in its answer whether the passkey is discoverable.
  extensions: { credProps: true },
})

/** Passkeys are listed only where the account is known already: the options of a sign-in are the same for all visitors. */
export const authenticationOptions = (rp: RelyingParty, challenge: string, passkeys?: readonly Named[]) => ({
  rpId: rp.id,
  challenge,
  timeout: CEREMONY_MS,
  userVerification: 'required' as const,
  ...(passkeys && { allowCredentials: descriptors(passkeys) }),
})
