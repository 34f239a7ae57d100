/** What an authenticator writes: whole numbers, bytes, texts, lists and maps. */
export type Cbor = number | string | boolean | Uint8Array | readonly Cbor[] | ReadonlyMap<number | string, Cbor>

/** CBOR (RFC 8949), in the shortest form, with maps in the order in which they come. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
  }
  const items = value as readonly Cbor[]
  return Buffer.concat([head(4, items.length), ...items.map(cbor)])
}

/** The kind of what follows, and its length or value. */
function head(major: number, value: number): Buffer {
  const kind = major << 5
  if (value < 24) return Buffer.from([kind | value])
  if (value < 0x100) return Buffer.from([kind | 24, value])
  if (value < 0x10000) return Buffer.from([kind | 25, value >> 8, value & 0xff])
  const bytes = Buffer.alloc(5, kind | 26)
  bytes.writeUInt32BE(value, 1)
  return bytes
}
