import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Factor } from '../../../gate/factors/factor.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { newCode } from '../../../platform/kernel/codes.ts'
import { type DataKey, hashOfRecovery } from '../../../platform/kernel/data-key.ts'
import { recoveryCodesIn } from '../tables/recovery-codes.ts'

const CODES = 10

/** A code from the owner's own paper. Whether it is right is known where it is spent: it is found by its hash alone. */
export const recoveryFactor: Factor<string> = {
  method: 'recovery',
  async check({ deps }, accountId, typed) {
    const hash = hashOfRecovery(await deps.dataKeys.get(), accountId, typed)
    return {
      async spend(tx) {
        const now = deps.clock.now()
        if (!(await recoveryCodesIn(tx).spend(accountId, hash, now))) return false
        const remaining = (await recoveryCodesIn(tx).findSet(accountId))?.remaining ?? 0
        const metadata = { remaining: String(remaining) }
        await tx.record('2fa.recovery.used', { actorId: accountId, targetUserId: accountId, metadata })
        const account = await accountsIn(tx).find(accountId)
        if (account) await tx.notify('recovery-code-used', account, { remaining: String(remaining) })
        return true
      },
    }
  },
}

/** A new set, in the place of the old one. The codes leave this function once, and are nowhere else. */
export async function newRecoveryCodes(tx: Transaction, key: DataKey, { id }: Pick<Account, 'id'>): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  const hashes = codes.map((code) => hashOfRecovery(key, id, code))
  await recoveryCodesIn(tx).replaceAll(id, hashes, tx.deps.clock.now())
  await tx.record('2fa.recovery.created', { actorId: id, targetUserId: id })
  return codes
}
