import { createHash } from 'node:crypto'
import { openBytes } from '../../platform/kernel/data-key.ts'
import { withKeyId } from '../passwords/foreign/kinds.ts'
import { hashKeysIn } from '../passwords/tables/hash-keys.ts'
import type { FileSource } from './account-part.ts'

export interface FileKey {
  readonly id: string
  readonly key: string
}

const NAME_BYTES = 12

/** In a file a secret is named by what it is, and not under a key of the service: so two services name it alike. */
const nameOf = (secret: Buffer): string =>
  createHash('sha256').update(secret).digest().subarray(0, NAME_BYTES).toString('base64url')

/** Secrets of old systems that hashes need, by their names in the database. */
export class FileKeys {
  readonly #names: ReadonlyMap<string, string>
  readonly keys: readonly FileKey[]

  private constructor(opened: readonly (readonly [id: string, secret: Buffer])[]) {
    this.#names = new Map(opened.map(([id, secret]) => [id, nameOf(secret)]))
    const keys = opened.map(([, secret]) => ({ id: nameOf(secret), key: secret.toString('base64url') }))
    this.keys = keys.sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  static async open({ tables, withHashes, dataKey }: FileSource): Promise<FileKeys> {
    const rows = withHashes ? await hashKeysIn(tables).list() : []
    if (rows.length === 0) return new FileKeys([])
    const { hashKeys } = await dataKey()
    return new FileKeys(rows.map(({ id, sealed }) => [id, openBytes(hashKeys, id, sealed)]))
  }

  /** The hash with the file's name of the secret that it needs. */
  inFile(hash: string): string {
    return withKeyId(hash, (id) => this.#names.get(id) ?? id)
  }
}
