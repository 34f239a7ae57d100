import { createPublicKey } from 'node:crypto'
import { isOurClientData, readRegistration } from './answer.ts'
import { ALGORITHMS } from './ceremony-options.ts'
import type { RelyingParty } from './relying-party.ts'

/** Undefined for an answer that is not exactly what was asked for. Never throws over what a browser sends. */
export async function verifyRegistration(rp: RelyingParty, challenge: string, input: unknown) {
  const answer = readRegistration(input)
  if (!answer || answer.isHidden || !isOurClientData(answer, 'webauthn.create', rp, challenge)) return undefined
  const library = await import('./webauthn-library.ts')
  const { id, clientDataJSON, attestationObject, transports } = answer
  const response = { clientDataJSON, attestationObject }
  try {
    // Strangers must not reach the code that reads certificates, and the library takes any value for an empty attestation.
    const attestation = library.decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
    if (attestation.get('fmt') !== 'none' || !(attestation.get('attStmt') instanceof Map)) return undefined
    const { registrationInfo } = await library.verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
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
    // The library takes the credential id from the authenticator's data, and checks only the form of the browser's.
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

/** The labels of COSE keys (RFC 9053) for our three algorithms. */
const [KTY, ALG, CRV, X, Y] = [1, 3, -1, -2, -3]
const [N, E] = [-1, -2]

type CoseKey = { get(label: number): unknown }

const bytesOf = (key: CoseKey, label: number, least: number, most = least): string | undefined => {
  const bytes = key.get(label)
  return bytes instanceof Uint8Array && bytes.length >= least && bytes.length <= most
    ? Buffer.from(bytes).toString('base64url')
    : undefined
}

/**
 * Without an attestation nothing has been signed with the key yet, so a broken key would show only at the first sign-in; and an
 * RSA key of any size would cost us work at every sign-in.
 */
function isSoundKey(key: CoseKey): boolean {
  const jwk = jwkOf(key)
  if (!jwk || Object.values(jwk).includes(undefined)) return false
  try {
    createPublicKey({ key: jwk, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

function jwkOf(key: CoseKey): Record<string, string | undefined> | undefined {
  const kind = [key.get(ALG), key.get(KTY), key.get(CRV)].join()
  if (kind === '-8,1,6') return { kty: 'OKP', crv: 'Ed25519', x: bytesOf(key, X, 32) }
  if (kind === '-7,2,1') return { kty: 'EC', crv: 'P-256', x: bytesOf(key, X, 32), y: bytesOf(key, Y, 32) }
  if (key.get(ALG) === -257 && key.get(KTY) === 3) return { kty: 'RSA', n: bytesOf(key, N, 256, 512), e: bytesOf(key, E, 1, 4) }
  return undefined
}
