import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ForeignHash, PasswordForm } from '../../src/gate/passwords/foreign/foreign-hash.ts'

export interface Vector {
  /** The program that made it, as it is called where it was run or published. */
  readonly origin: string
  readonly password: string
  readonly form: PasswordForm
  readonly hash: ForeignHash
}

/** Hashes that other programs have made; none of them is of our making. */
export const foreignVectors = (): readonly Vector[] =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../vectors/foreign-hashes.json'), 'utf8'), bytes)

/** In these fields the file has base64. */
const BYTES = new Set(['salt', 'key', 'before', 'after', 'saltSeparator', 'signerKey', 'secret', 'pepper'])

const bytes = (name: string, value: unknown): unknown =>
  BYTES.has(name) && typeof value === 'string' ? Buffer.from(value, 'base64') : value
