const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as authenticator apps take it. */
export function base32(bytes: Buffer): string {
  let text = ''
  let bits = 0
  let pending = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(pending >> bits) & 31]
    }
    pending &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(pending << (5 - bits)) & 31] : text
}

/** The bytes of a secret, as an authenticator app reads it. */
export function readBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
