import { createHash } from 'node:crypto'
import { openBytes } from '../../platform/kernel/data-key.ts'
import { HOOKS, needsKey } from '../hooks.ts'
import { withKeyId } from '../passwords/foreign/kinds.ts'
import { hashKeysIn } from '../passwords/tables/hash-keys.ts'
import type { FileSource } from './account-part.ts'

export interface FileKey {
  readonly id: string
  readonly key: string
}

const NAME_BYTES = 12

/** In a file a secret is named by what it is, and not under a key of the service: so two services name it alike. */
export const nameInFile = (secret: Buffer): string =>
  createHash('sha256').update(secret).digest().subarray(0, NAME_BYTES).toString('base64url')

/** Secrets that hashes in a file need; those of passwords by their names in the database. */
export class FileKeys {
  readonly #names: ReadonlyMap<string, string>
  readonly keys: readonly FileKey[]

  private constructor(ofPasswords: ReadonlyMap<string, Buffer>, others: readonly Buffer[]) {
    this.#names = new Map([...ofPasswords].map(([id, secret]) => [id, nameInFile(secret)]))
    const keys = [...ofPasswords.values(), ...others].map((key) => [nameInFile(key), key.toString('base64url')] as const)
    const ordered = [...new Map(keys)].sort(([one], [other]) => (one < other ? -1 : 1))
    this.keys = ordered.map(([id, key]) => ({ id, key }))
  }

  static async open(source: FileSource): Promise<FileKeys> {
    const others: Buffer[] = []
    for (const { accountPart } of HOOKS) others.push(...((await accountPart?.secrets?.(source)) ?? []))
    return new FileKeys(await secretsOfPasswords(source), others)
  }

  /** The hash with the file's name of the secret that it needs. */
  inFile(hash: string): string {
    return withKeyId(hash, (id) => this.#names.get(id) ?? id)
  }
}

async function secretsOfPasswords({ tables, withHashes, dataKey }: FileSource): Promise<ReadonlyMap<string, Buffer>> {
  const secrets = new Map<string, Buffer>()
  for (const { id, sealed } of withHashes ? await hashKeysIn(tables).list() : [])
    if (!(await needsKey(tables, id))) secrets.set(id, openBytes((await dataKey()).hashKeys, id, sealed))
  return secrets
}
