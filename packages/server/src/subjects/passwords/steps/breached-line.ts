import { CommandError } from '../../../platform/commands/command.ts'

/** A line of the published list: the first bytes of the hash as two numbers of 32 bits, and how often the password was seen. */
interface BreachedLine {
  readonly high: number
  readonly low: number
  /** Undefined where the line has the hash alone. */
  readonly seen: number | undefined
}

const SHA1_DIGITS = 40
const NTLM_DIGITS = 32
const [RETURN, COLON, ZERO, NINE] = [0x0d, 0x3a, 0x30, 0x39]
const NO_DIGIT = -1

/** The value of each byte as a hexadecimal digit. */
const DIGITS = Int8Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte)
  return /[\da-f]/i.test(sign) ? Number.parseInt(sign, 16) : NO_DIGIT
})

const digitAt = (data: Buffer, at: number): number => DIGITS[data[at] ?? 0] ?? NO_DIGIT

/** Reads the line between two places without making text of it: there are a billion of them. */
export function readBreachedLine(data: Buffer, from: number, to: number): BreachedLine | undefined {
  const end = data[to - 1] === RETURN ? to - 1 : to
  const colon = from + SHA1_DIGITS
  if (end < colon) return undefined
  let signs = 0
  let high = 0
  let low = 0
  for (let at = from; at < colon; at++) {
    const digit = digitAt(data, at)
    signs |= digit // negative as soon as one is
    if (at < from + 8) high = (high << 4) | digit
    else if (at < from + 16) low = (low << 4) | digit
  }
  if (signs < 0) return undefined
  if (end === colon) return { high: high >>> 0, low: low >>> 0, seen: undefined }
  if (data[colon] !== COLON || end === colon + 1) return undefined
  let seen = 0
  for (let at = colon + 1; at < end; at++) {
    const byte = data[at] ?? 0
    if (byte < ZERO || byte > NINE) return undefined
    seen = seen * 10 + byte - ZERO
  }
  return { high: high >>> 0, low: low >>> 0, seen }
}

/** Why a line could not be read. Perhaps another list was downloaded. */
export function wrongLine(data: Buffer, from: number, to: number, line: number): CommandError {
  const hash = /^[\da-f]+(?=[:\r]|$)/i.exec(data.toString('latin1', from, Math.min(to, from + SHA1_DIGITS + 1)))?.[0]
  if (hash?.length === NTLM_DIGITS) return new CommandError(`Line ${line} has an NTLM hash: take the list of SHA-1 hashes.`)
  return new CommandError(
    `Line ${line} is not HASH:COUNT with a SHA-1 hash of ${SHA1_DIGITS} digits: this is another list, or one that is still packed.`,
  )
}
