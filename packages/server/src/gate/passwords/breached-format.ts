/**
 * A list of breached passwords: a header, and after it the first bytes of the SHA-1 hash of each, in ascending order and none twice. A
 * place in the file says nothing but how many are before it, so any part of the list is found by one read.
 */
const MAGIC = 'latchkey breach\n'
const VERSION = 1

/** With a billion passwords in the list, one good password in 18 billion begins like one of them and is refused. */
export const ENTRY_BYTES = 8
/** One more than the greatest entry. */
export const ENTRY_RANGE = 2n ** BigInt(8 * ENTRY_BYTES)

export const HEADER_BYTES = 32
const [VERSION_AT, ENTRY_BYTES_AT, COUNT_AT] = [16, 20, 24]

export function headerOf(count: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(MAGIC, 'latin1')
  header.writeUInt32BE(VERSION, VERSION_AT)
  header.writeUInt32BE(ENTRY_BYTES, ENTRY_BYTES_AT)
  header.writeBigUInt64BE(BigInt(count), COUNT_AT)
  return header
}

/** How many passwords the list has. */
export function countIn(header: Buffer): number | 'no list' | 'other version' {
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, VERSION_AT) !== MAGIC) return 'no list'
  const isOurs = header.readUInt32BE(VERSION_AT) === VERSION && header.readUInt32BE(ENTRY_BYTES_AT) === ENTRY_BYTES
  return isOurs ? Number(header.readBigUInt64BE(COUNT_AT)) : 'other version'
}
