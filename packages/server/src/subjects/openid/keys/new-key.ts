import { createHash } from 'node:crypto'
import type { Algorithm } from '../clients/client.ts'

const PARAMS = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
} as const

/** In the order in which a thumbprint takes them. */
const MEMBERS = { RS256: ['e', 'kty', 'n'], ES256: ['crv', 'kty', 'x', 'y'] } as const

export type PublicKey = Readonly<Record<string, string>>

/** RFC 7638. */
export const thumbprint = (algorithm: Algorithm, key: PublicKey): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(MEMBERS[algorithm].map((name) => [name, key[name]]))))
    .digest('base64url')

/** Made by threads of their own: a key for RS256 takes a good part of a second. */
export async function newKey(algorithm: Algorithm) {
  const { subtle } = globalThis.crypto
  const pair = await subtle.generateKey(PARAMS[algorithm], true, ['sign', 'verify'])
  const exported: object = await subtle.exportKey('jwk', pair.publicKey)
  const isMember = ([name]: readonly [string, unknown]) => MEMBERS[algorithm].some((one) => one === name)
  const publicKey: PublicKey = Object.fromEntries(Object.entries(exported).filter(isMember))
  const privateKey = Buffer.from(await subtle.exportKey('pkcs8', pair.privateKey))
  return { kid: thumbprint(algorithm, publicKey), publicKey, privateKey }
}

/** No text of the key leaves it again. */
export const openPrivateKey = (algorithm: Algorithm, privateKey: Buffer): Promise<CryptoKey> =>
  globalThis.crypto.subtle.importKey('pkcs8', new Uint8Array(privateKey), PARAMS[algorithm], false, ['sign'])
