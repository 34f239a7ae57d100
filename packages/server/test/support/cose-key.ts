import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Cbor } from './cbor.ts'

export type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

/** A key pair as an authenticator holds it. */
export interface CoseKey {
  readonly algorithm: Algorithm
  readonly alg: number
  /** The public half as a map of COSE, and as other programs read it. */
  readonly cose: ReadonlyMap<number, Cbor>
  readonly spki: Buffer
  readonly sign: (data: Buffer) => Buffer
}

const jwkBytes = (key: KeyObject, name: string): Buffer => Buffer.from(String(key.export({ format: 'jwk' })[name]), 'base64url')

/** In the order of RFC 9053: kty, alg, and what the kind of key has. */
const makers: Readonly<Record<Algorithm, () => Omit<CoseKey, 'algorithm'>>> = {
  ES256() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const parts: [number, Cbor][] = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, jwkBytes(publicKey, 'x')],
      [-3, jwkBytes(publicKey, 'y')],
    ]
    return { alg: -7, cose: new Map(parts), spki: spkiOf(publicKey), sign: (data) => sign('sha256', data, privateKey) }
  },
  EdDSA() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const parts: [number, Cbor][] = [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, jwkBytes(publicKey, 'x')],
    ]
    return { alg: -8, cose: new Map(parts), spki: spkiOf(publicKey), sign: (data) => sign(null, data, privateKey) }
  },
  RS256() {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const parts: [number, Cbor][] = [
      [1, 3],
      [3, -257],
      [-1, jwkBytes(publicKey, 'n')],
      [-2, jwkBytes(publicKey, 'e')],
    ]
    return { alg: -257, cose: new Map(parts), spki: spkiOf(publicKey), sign: (data) => sign('sha256', data, privateKey) }
  },
}

const spkiOf = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' })

export const newCoseKey = (algorithm: Algorithm): CoseKey => ({ algorithm, ...makers[algorithm]() })
