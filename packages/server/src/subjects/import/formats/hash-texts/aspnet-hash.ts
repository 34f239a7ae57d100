import type { Digest, ForeignHash } from '../../../../gate/passwords/foreign/foreign-hash.ts'
import { base64Of } from '../bytes.ts'

const V2 = { rounds: 1000, saltBytes: 16, bytes: 49 }
const V3_HEADER = 13
/** By the number that stands for them (KeyDerivationPrf). */
const DIGESTS: readonly Digest[] = ['sha1', 'sha256', 'sha512']

/** The first byte says which version of the hasher it is of. */
export function aspnetHash(text: string): ForeignHash | undefined {
  const bytes = base64Of(text)
  if (bytes?.[0] === 0) return v2(bytes)
  return bytes?.[0] === 1 && bytes.length > V3_HEADER ? v3(bytes) : undefined
}

function v2(bytes: Buffer): ForeignHash | undefined {
  if (bytes.length !== V2.bytes) return undefined
  const [salt, key] = [bytes.subarray(1, 1 + V2.saltBytes), bytes.subarray(1 + V2.saltBytes)]
  return { scheme: 'pbkdf2', digest: 'sha1', rounds: V2.rounds, salt, key }
}

/** Numbers with the highest byte first: digest, rounds, length of the salt. */
function v3(bytes: Buffer): ForeignHash | undefined {
  const [digest, rounds, saltBytes] = [DIGESTS[bytes.readUInt32BE(1)], bytes.readUInt32BE(5), bytes.readUInt32BE(9)]
  const rest = bytes.subarray(V3_HEADER)
  if (!digest || saltBytes >= rest.length) return undefined
  return { scheme: 'pbkdf2', digest, rounds, salt: rest.subarray(0, saltBytes), key: rest.subarray(saltBytes) }
}
