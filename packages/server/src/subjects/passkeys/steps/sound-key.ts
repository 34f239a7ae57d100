import { createPublicKey } from 'node:crypto'

/** The labels of COSE (RFC 9053), as far as our three algorithms have them. */
const [KTY, ALG, CRV, X, Y] = [1, 3, -1, -2, -3]
const [N, E] = [-1, -2]

/** A key as COSE writes it: numbers and bytes under numbers. */
interface CoseKey {
  get(label: number): unknown
}

const bytesOf = (key: CoseKey, label: number, least: number, most = least): string | undefined => {
  const bytes = key.get(label)
  return bytes instanceof Uint8Array && bytes.length >= least && bytes.length <= most
    ? Buffer.from(bytes).toString('base64url')
    : undefined
}

/**
 * Whether a key is one of its algorithm, and can verify anything. Without an attestation nothing has been signed with it yet, so
 * what is wrong with it would show at the first sign-in only; and an RSA key of any size would be worked with every time.
 */
export function isSoundKey(key: CoseKey): boolean {
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
