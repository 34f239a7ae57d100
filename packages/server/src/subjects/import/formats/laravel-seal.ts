import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { base64Of } from './bytes.ts'
import { textOf } from './fields.ts'
import { nestedRow } from './nested.ts'

const SERIALIZED = /^s:\d+:"(.*)";$/s
const TAG_BYTES = 16

/** What `encrypt()` has sealed, by whichever key fits. Undefined where none does. */
export function openLaravel(sealed: string, keys: readonly Buffer[]): string | undefined {
  const payload = nestedRow(base64Of(sealed)?.toString())
  const [iv, value] = [base64Of(payload['iv']), base64Of(payload['value'])]
  if (!iv || !value) return undefined
  const parts = {
    iv,
    value,
    signed: `${payload['iv']}${payload['value']}`,
    mac: textOf(payload['mac']),
    tag: base64Of(payload['tag']),
  }
  for (const key of keys) {
    const text = openedBy(key, parts)
    if (text !== undefined) return SERIALIZED.exec(text)?.[1] ?? text
  }
  return undefined
}

interface Parts {
  readonly iv: Buffer
  readonly value: Buffer
  readonly signed: string
  readonly mac: string | undefined
  readonly tag: Buffer | undefined
}

/** With a tag it is GCM; else CBC, whose MAC says before whether the key is the right one. */
function openedBy(key: Buffer, { iv, value, signed, mac, tag }: Parts): string | undefined {
  try {
    const bits = key.length * 8
    if (tag) {
      const decipher = createDecipheriv(bits === 128 ? 'aes-128-gcm' : 'aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
      decipher.setAuthTag(tag)
      return Buffer.concat([decipher.update(value), decipher.final()]).toString()
    }
    const expected = createHmac('sha256', key).update(signed).digest()
    const given = Buffer.from(mac ?? '', 'hex')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
    const decipher = createDecipheriv(bits === 128 ? 'aes-128-cbc' : 'aes-256-cbc', key, iv)
    return Buffer.concat([decipher.update(value), decipher.final()]).toString()
  } catch {
    return undefined
  }
}
