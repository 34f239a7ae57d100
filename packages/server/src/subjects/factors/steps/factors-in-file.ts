import type { AccountPart, FileSource, Members } from '../../../gate/account-file/account-part.ts'
import { carriedRecord } from '../../../gate/account-file/carried-record.ts'
import { nameInFile } from '../../../gate/account-file/file-keys.ts'
import { carriedRowsIn } from '../../../gate/account-file/tables/carried-rows.ts'
import { findHashKey } from '../../../gate/passwords/foreign/hash-keys.ts'
import { openSeed } from '../../../platform/kernel/data-key.ts'
import { base32 } from '../base32.ts'
import { RECOVERY_CODES, recoveryCodesIn } from '../tables/recovery-codes.ts'
import { TOTP_SEEDS } from '../tables/totp-seeds.ts'

/** Seeds are opened, because they could not be under the key of another service. Codes stay hashed, and their key goes along. */
export const factorsInFile: AccountPart = {
  tables: [TOTP_SEEDS, RECOVERY_CODES],
  secrets: async (source) => (source.withSeeds ? [...(await keysOfCodes(source)).values()] : []),

  async read(source, accountIds) {
    const { withSeeds } = source
    if (!withSeeds) return new Map()
    const [seeds, codes] = [await seedsOf(source, accountIds), await codesOf(source, accountIds)]
    const ids = new Set([...seeds.keys(), ...codes.keys()])
    return new Map([...ids].map((id) => [id, { ...seeds.get(id), ...codes.get(id) }]))
  },
}

async function seedsOf({ tables, dataKey }: FileSource, accountIds: readonly string[]): Promise<Members> {
  const rows = await carriedRowsIn(tables).ofAccounts(TOTP_SEEDS, accountIds, ({ accountId }) => accountId)
  if (rows.size === 0) return new Map()
  const key = await dataKey()
  const members = [...rows].map(([id, [seed]]) => {
    const secret = seed && base32(openSeed(key, id, seed.sealed))
    return [id, { totp: { secret, ...carriedRecord(seed ?? {}, 'sealed') } }] as const
  })
  return new Map(members)
}

async function codesOf(source: FileSource, accountIds: readonly string[]): Promise<Members> {
  const rows = await carriedRowsIn(source.tables).ofAccounts(RECOVERY_CODES, accountIds, ({ hash }) => hash)
  if (rows.size === 0) return new Map()
  const keys = await keysOfCodes(source)
  const inFile = (keyId: string | undefined) => {
    const key = keys.get(keyId)
    return key && nameInFile(key)
  }
  return new Map(
    [...rows].map(([id, codes]) => [
      id,
      { recoveryCodes: codes.map((code) => ({ ...carriedRecord(code), keyId: inFile(code.keyId) })) },
    ]),
  )
}

/** Our own has no name in the table. */
async function keysOfCodes({ tables, dataKey }: FileSource): Promise<ReadonlyMap<string | undefined, Buffer>> {
  const keys = new Map<string | undefined, Buffer>()
  if (await recoveryCodesIn(tables).hasOwn()) keys.set(undefined, (await dataKey()).recovery)
  for (const id of await recoveryCodesIn(tables).keyIds()) {
    const key = await findHashKey(tables, dataKey, id)
    if (key) keys.set(id, key)
  }
  return keys
}
