/**
 * What we use of the library, so that it is one file of the bundle. Loaded when a browser first answers with a passkey: it brings all that reads
 * certificates, which neither the start nor the memory of a service without passkeys should pay for.
 */
export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
export { decodeAttestationObject, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
