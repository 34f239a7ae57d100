import { createHash, randomInt, randomUUID } from 'node:crypto'

/**
 * Makes UUIDs v7 (RFC 9562): 48 bits of time, a counter, then randomness. New rows land at the end of an index, and the ids
 * of one maker sort in the order in which they were made: time and counter never go back (section 6.2, method 1).
 */
export function idMaker(): (now: number) => string {
  let lastTime = 0
  let counter = 0
  return (now) => {
    const isLater = now > lastTime
    const isFull = counter === 0xfff
    counter = isLater || isFull ? randomInt(0x800) : counter + 1
    lastTime = isLater ? now : lastTime + (isFull ? 1 : 0)
    const time = lastTime.toString(16).padStart(12, '0')
    // The variant and the randomness of a version 4, which Node makes many of at once: bytes of our own would take five times as long.
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}${randomUUID().slice(18)}`
  }
}

/** All ids of a process come from one maker. */
export const newId = idMaker()

/**
 * The same id for the same moment and key (UUID v8, which is ours to fill): of all writers the first makes the row
 * and the others meet it.
 */
export function idFor(at: number, key: string): string {
  const bytes = createHash('sha256').update(key).digest()
  bytes.writeUIntBE(at, 0, 6)
  bytes[6] = 0x80 | (bytes.readUInt8(6) & 0x0f)
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Ids from outside pass through here before they reach SQL: PostgreSQL refuses a NUL in text with an error. */
export const isId = (text: string): boolean => UUID.test(text)
