import { randomBytes, randomInt } from 'node:crypto'

let lastTime = 0
let counter = 0

/**
 * UUID v7 (RFC 9562): 48 bits of time, a counter, then randomness. New rows land at the end of an index, and the
 * ids that one process makes within a millisecond sort in the order in which they were made (section 6.2, method 1).
 */
export function newId(now: number): string {
  counter = now === lastTime && counter < 0xfff ? counter + 1 : randomInt(0x800)
  lastTime = now
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Ids from outside pass through here before they reach SQL: PostgreSQL refuses a NUL in text with an error. */
export const isId = (text: string): boolean => UUID.test(text)
