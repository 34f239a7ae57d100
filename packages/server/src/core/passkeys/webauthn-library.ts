/** What we use of the library. Only loaded, from here, when a browser answers with a passkey: it takes 13 MB. */
export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
export { decodeAttestationObject, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
