import type { Passkey } from '../tables/passkeys.ts'
import { isOurClientData, readRegistration } from './answer.ts'
import { ALGORITHMS } from './ceremony-options.ts'
import type { RelyingParty } from './relying-party.ts'
import { isSoundKey } from './sound-key.ts'

type NewPasskey = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'aaguid' | 'transports' | 'isBackupEligible' | 'isBackedUp'
>

/** The passkey that a browser has made for us; undefined for an answer that is not exactly what was asked for. Never throws over one. */
export async function verifyRegistration(rp: RelyingParty, challenge: string, given: unknown): Promise<NewPasskey | undefined> {
  const answer = readRegistration(given)
  if (!answer || answer.isHidden || !isOurClientData(answer, 'webauthn.create', rp, challenge)) return undefined
  const library = await import('./webauthn-library.ts')
  const { id, clientDataJSON, attestationObject, transports } = answer
  try {
    // None was asked for, and the code that reads certificates is not for strangers. The library takes anything for an empty statement.
    const attestation = library.decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    if (attestation.get('fmt') !== 'none' || !(attestation.get('attStmt') instanceof Map)) return undefined
    const { registrationInfo } = await library.verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...rp.origins],
      expectedRPID: rp.id,
      expectedType: 'webauthn.create',
      requireUserPresence: true,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    })
    if (!registrationInfo) return undefined
    const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo
    // The library takes the name from the authenticator's data, and looks at the browser's only for its form.
    if (credential.id !== id || !isSoundKey(library.decodeCredentialPublicKey(credential.publicKey))) return undefined
    return {
      credentialId: id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      aaguid,
      transports,
      isBackupEligible: credentialDeviceType === 'multiDevice',
      isBackedUp: credentialBackedUp,
    }
  } catch {
    return undefined
  }
}
