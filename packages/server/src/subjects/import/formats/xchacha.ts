import { createDecipheriv } from 'node:crypto'

const TAG_BYTES = 16
const NONCE_BYTES = 24
const ROUNDS = 10
/** "expand 32-byte k". */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]
/** Columns, then diagonals. */
const QUARTERS = [
  ...([0, 1, 2, 3].map((at) => [at, at + 4, at + 8, at + 12]) as [number, number, number, number][]),
  ...([
    [0, 5, 10, 15],
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
  ] as [number, number, number, number][]),
]

/** XChaCha20-Poly1305: nonce, text and tag, one after the other. Throws for another key. OpenSSL has the same with a shorter nonce. */
export function openXChaCha(key: Buffer, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const rest = Buffer.concat([Buffer.alloc(4), nonce.subarray(16)])
  const decipher = createDecipheriv('chacha20-poly1305', subkey(key, nonce), rest, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}

/** HChaCha20 (draft-irtf-cfrg-xchacha, section 2.2). */
export function subkey(key: Buffer, nonce: Buffer): Buffer {
  const words = (bytes: Buffer, count: number) => Array.from({ length: count }, (_, at) => bytes.readUInt32LE(at * 4))
  const state = Uint32Array.from([...CONSTANTS, ...words(key, 8), ...words(nonce, 4)])
  for (let round = 0; round < ROUNDS; round++) for (const one of QUARTERS) quarter(state, one)
  const out = Buffer.alloc(32)
  for (let at = 0; at < 4; at++) {
    out.writeUInt32LE(state[at] ?? 0, at * 4)
    out.writeUInt32LE(state[12 + at] ?? 0, 16 + at * 4)
  }
  return out
}

function quarter(state: Uint32Array, [a, b, c, d]: readonly [number, number, number, number]): void {
  const step = (sum: number, by: number, into: number, bits: number) => {
    state[sum] = (state[sum] ?? 0) + (state[by] ?? 0)
    const mixed = (state[into] ?? 0) ^ (state[sum] ?? 0)
    state[into] = (mixed << bits) | (mixed >>> (32 - bits))
  }
  step(a, b, d, 16)
  step(c, d, b, 12)
  step(a, b, d, 8)
  step(c, d, b, 7)
}
