/**
 * What we use of the library. Only loaded, from here, when a browser answers with a passkey; and bundled without what reads
 * attestations (`scripts/without-attestation.ts`), which would hold every other request up while it is loaded.
 */
export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
export { decodeAttestationObject, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
