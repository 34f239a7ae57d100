const [SEQUENCE, INTEGER] = [0x30, 0x02]
const COMPONENT = 32

/**
 * The two numbers of an ECDSA signature over P-256, the one curve that is asked for, out of their DER. In the bundle it stands in
 * the place of the library's function of this name, which brings a parser of all of ASN.1 for these few bytes.
 */
export function unwrapEC2Signature(signature: Uint8Array): Uint8Array {
  const [tag, length, ...integers] = signature
  if (tag !== SEQUENCE || length !== integers.length) throw new Error('Not a signature')
  const [r, rest] = readInteger(Uint8Array.from(integers))
  const [s, more] = readInteger(rest)
  if (more.length > 0) throw new Error('Not a signature')
  return Uint8Array.from([...r, ...s])
}

/** One number in full length, and what comes after it. */
function readInteger([tag, length = 0, ...bytes]: Uint8Array): [Uint8Array, Uint8Array] {
  const number = Uint8Array.from(bytes.slice(0, length))
  const isPadded = number[0] === 0 && length > 1
  const digits = isPadded ? number.subarray(1) : number
  // A first bit that is set would make it negative, and a zero that no such bit follows would be a second way to write it.
  const isPositive = isPadded === (digits[0] ?? 0) >= 0x80
  if (tag !== INTEGER || length === 0 || number.length !== length || digits.length > COMPONENT || !isPositive)
    throw new Error('Not a signature')
  const padded = new Uint8Array(COMPONENT)
  padded.set(digits, COMPONENT - digits.length)
  return [padded, Uint8Array.from(bytes.slice(length))]
}
