import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { canonicalCode } from './codes.ts'

/** The key never changes; only its own seal changes with the secret. */
export type DataKey = {
  readonly seeds: Buffer
  readonly recovery: Buffer
  readonly signing: Buffer
  readonly subjects: Buffer
  readonly hashKeys: Buffer
  readonly hashKeyNames: Buffer
  /** The seed of the Ed25519 key that signs what the audit log says of itself. */
  readonly auditLog: Buffer
  /** Seals the secrets of webhooks. */
  readonly webhooks: Buffer
  /** Marks what was erased from sealed events. */
  readonly auditErasures: Buffer
}

const BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

export const newDataKey = (): string => randomBytes(BYTES).toString('base64url')

const derive = (material: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(material, 'base64url'), '', `latchkey ${purpose}`, BYTES))

export const dataKeyOf = (material: string): DataKey => ({
  seeds: derive(material, 'totp seeds'),
  recovery: derive(material, 'recovery codes'),
  signing: derive(material, 'signing keys'),
  subjects: derive(material, 'pairwise subjects'),
  hashKeys: derive(material, 'keys of imported hashes'),
  hashKeyNames: derive(material, 'names of keys of imported hashes'),
  auditLog: derive(material, 'signatures of the audit log'),
  webhooks: derive(material, 'secrets of webhooks'),
  auditErasures: derive(material, 'erasures of the audit log'),
})

/** AES-256-GCM. Bound to the account: in the row of another account the seed does not open. */
export const sealSeed = ({ seeds }: DataKey, accountId: string, seed: Buffer): string => sealBytes(seeds, accountId, seed)

/** Throws when the account or the key is another one, or a single bit was changed. */
export const openSeed = ({ seeds }: DataKey, accountId: string, sealed: string): Buffer => openBytes(seeds, accountId, sealed)

/** AES-256-GCM. Bound to the row: in another one it does not open. */
export function sealBytes(key: Buffer, row: string, bytes: Buffer): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(row))
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

export function openBytes(key: Buffer, row: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(row)).setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
}

/** A recovery code has sixty bits, which are too few for a bare hash. */
export const hashOfRecovery = ({ recovery }: Pick<DataKey, 'recovery'>, accountId: string, typed: string): string =>
  createHmac('sha256', recovery)
    .update(JSON.stringify([accountId, canonicalCode(typed)]))
    .digest('base64url')
