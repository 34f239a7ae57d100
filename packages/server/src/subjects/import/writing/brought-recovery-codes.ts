import { hashOfRecovery } from '../../../platform/kernel/data-key.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import type { RecoveryCode } from '../../factors/index.ts'
import type { ImportedRecord } from '../imported-record.ts'
import { pastOf } from './past.ts'
import type { Preparing } from './preparing.ts'

const MOST = 50
const HASH = /^[\w-]{43}$/
const KEY_BYTES = { least: 16, most: 512 }

export const countOfCodes = ({ recoveryCodes, kept }: ImportedRecord): number =>
  new Set(recoveryCodes).size + (kept?.recoveryCodes.length ?? 0)

/** Codes in clear are hashed as ours are; those of a service of this kind stay as it has hashed them. */
export function broughtRecoveryCodes(record: ImportedRecord, accountId: string, preparing: Preparing): readonly RecoveryCode[] {
  if (record.kept) return hashedCodes(record.kept.recoveryCodes, accountId, preparing)
  const { dataKey, now } = preparing
  const hashes = new Set(record.recoveryCodes.slice(0, MOST).map((code) => hashOfRecovery(dataKey, accountId, code)))
  const made = { accountId, createdAt: now, usedAt: undefined, keyId: undefined, hashedFor: undefined }
  return [...hashes].map((hash) => ({ ...made, hash }))
}

/** What is typed is hashed once, so only those are of use that were hashed alike. */
function hashedCodes(
  codes: NonNullable<ImportedRecord['kept']>['recoveryCodes'],
  accountId: string,
  { passwords, now }: Preparing,
): readonly RecoveryCode[] {
  const [first] = codes
  const { key, hashedFor = '' } = first ?? {}
  if (!key || key.length < KEY_BYTES.least || key.length > KEY_BYTES.most || !isId(hashedFor)) return []
  const alike = codes.filter((one) => one.key === key && one.hashedFor === hashedFor && HASH.test(one.hash))
  const brought = new Map(alike.slice(0, MOST).map((one) => [one.hash, one]))
  return [...brought].map(([hash, { createdAt, usedAt }]) => ({
    ...{ accountId, hash, createdAt: pastOf(createdAt, now) ?? now, usedAt: pastOf(usedAt, now) },
    ...{ keyId: passwords.keyIdOfRecovery(key), hashedFor: hashedFor === accountId ? undefined : hashedFor },
  }))
}
