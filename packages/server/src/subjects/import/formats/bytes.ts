import { readBase32 } from '../../factors/index.ts'
import { textOf } from './fields.ts'

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/
const HEX = /^(?:[0-9a-fA-F]{2})+$/
const BASE32 = /^[A-Z2-7]+$/

/** Of either alphabet. Undefined for what is none, instead of the bytes that can be made out. */
export function base64Of(value: unknown): Buffer | undefined {
  const text = textOf(value)
  return text !== undefined && BASE64.test(text) ? Buffer.from(text, 'base64') : undefined
}

export function hexOf(value: unknown): Buffer | undefined {
  const text = textOf(value)
  return text !== undefined && HEX.test(text) ? Buffer.from(text, 'hex') : undefined
}

/** The secret of an authenticator app, as people type it. */
export function base32Of(value: unknown): Buffer | undefined {
  const text = textOf(value)
    ?.replace(/[\s=-]/g, '')
    .toUpperCase()
  return text !== undefined && BASE32.test(text) ? readBase32(text) : undefined
}

/** NaN for what is no count, which is out of all bounds. */
export function countOf(value: unknown): number {
  const text = textOf(value)
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}
