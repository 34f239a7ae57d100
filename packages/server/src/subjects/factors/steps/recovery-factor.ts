import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Deps } from '../../../gate/deps.ts'
import type { Factor } from '../../../gate/factors/factor.ts'
import { findHashKey } from '../../../gate/passwords/foreign/hash-keys.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { newCode } from '../../../platform/kernel/codes.ts'
import { type DataKey, hashOfRecovery } from '../../../platform/kernel/data-key.ts'
import { recoveryCodesIn } from '../tables/recovery-codes.ts'

const CODES = 10

/** A code is found by its hash alone, so only spending it tells whether it is right. */
export const recoveryFactor: Factor<string> = {
  method: 'recovery',
  async check({ deps }, accountId, typed) {
    const hash = await hashOfTyped(deps, accountId, typed)
    if (hash === undefined) return undefined
    return {
      async spend(tx) {
        if (!(await recoveryCodesIn(tx).spend(accountId, hash, deps.clock.now()))) return false
        const metadata = { remaining: String((await recoveryCodesIn(tx).findSet(accountId))?.remaining ?? 0) }
        await tx.record('2fa.recovery.used', { actorId: accountId, targetUserId: accountId, metadata })
        const account = await accountsIn(tx).find(accountId)
        if (account) await tx.notify('recovery-code-used', account, metadata)
        return true
      },
    }
  },
}

/** Undefined where the key of the service that the codes came from is gone. */
async function hashOfTyped({ store, dataKeys }: Deps, accountId: string, typed: string): Promise<string | undefined> {
  const dataKey = () => dataKeys.get()
  const { keyId, hashedFor = accountId } = await recoveryCodesIn(store).findHashing(accountId)
  if (keyId === undefined) return hashOfRecovery(await dataKey(), hashedFor, typed)
  const recovery = await findHashKey(store, dataKey, keyId)
  return recovery && hashOfRecovery({ recovery }, hashedFor, typed)
}

/** Replaces the old set. The codes are returned here once; only their hashes are kept. */
export async function newRecoveryCodes(tx: Transaction, key: DataKey, { id }: Pick<Account, 'id'>): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  const hashes = codes.map((code) => hashOfRecovery(key, id, code))
  await recoveryCodesIn(tx).replaceAll(id, hashes, tx.deps.clock.now())
  await tx.record('2fa.recovery.created', { actorId: id, targetUserId: id })
  return codes
}
