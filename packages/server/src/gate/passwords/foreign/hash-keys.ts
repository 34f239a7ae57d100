import { createHmac } from 'node:crypto'
import { type DataKey, openBytes, sealBytes } from '../../../platform/kernel/data-key.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { hashKeysIn } from '../tables/hash-keys.ts'

const ID_BYTES = 12

/** The same secret has the same name for the same use, so that an import that goes on finds its own. */
export const nameOfSecret = ({ hashKeyNames }: DataKey, use: string, secret: Buffer): string =>
  createHmac('sha256', hashKeyNames).update(use).update(secret).digest().subarray(0, ID_BYTES).toString('base64url')

export async function findHashKey(tables: Connection, dataKey: () => Promise<DataKey>, id: string): Promise<Buffer | undefined> {
  const sealed = await hashKeysIn(tables).find(id)
  return sealed === undefined ? undefined : openBytes((await dataKey()).hashKeys, id, sealed)
}

/** Peppers and keys of another system, while its hashes are imported. */
export class HashKeys {
  readonly #dataKey: DataKey
  readonly #met = new Map<string, Buffer>()

  constructor(dataKey: DataKey) {
    this.#dataKey = dataKey
  }

  readonly idOf = (secret: Buffer): string => this.#meet('', secret)

  readonly idOfRecovery = (secret: Buffer): string => this.#meet('recovery codes: ', secret)

  #meet(use: string, secret: Buffer): string {
    const id = nameOfSecret(this.#dataKey, use, secret)
    this.#met.set(id, secret)
    return id
  }

  /** Those that hashes need, in each transaction that writes such hashes, so that none is removed as unused meanwhile. */
  async keep(tx: Connection, ids: Iterable<string>, now: number): Promise<void> {
    for (const id of new Set(ids)) {
      const secret = this.#met.get(id)
      if (secret) await hashKeysIn(tx).keep({ id, sealed: sealBytes(this.#dataKey.hashKeys, id, secret), keptAt: now })
    }
  }

  /** Each account of a file may have a key of its own. */
  forget(): void {
    this.#met.clear()
  }
}
