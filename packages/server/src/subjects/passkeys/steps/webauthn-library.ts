/**
 * One file of the bundle, loaded when a browser first answers with a passkey: the library brings code that reads certificates,
 * for which neither the start nor the memory of a service without passkeys should pay.
 */
export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
export { decodeAttestationObject, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
