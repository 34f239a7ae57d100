import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Factor } from '../../../gate/factors/factor.ts'
import { notify } from '../../../gate/mails/notify.ts'
import { newCode } from '../../../platform/kernel/codes.ts'
import { type DataKey, hashOfRecovery } from '../../../platform/kernel/data-key.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { recoveryCodesIn } from '../tables/recovery-codes.ts'

const CODES = 10

/** A code from the owner's own paper. Whether it is right is known where it is spent: it is found by its hash alone. */
export const recoveryFactor: Factor<string> = {
  method: 'recovery',
  async check({ deps }, accountId, typed) {
    const hash = hashOfRecovery(await deps.dataKeys.get(), accountId, typed)
    return {
      async spend(tx, context) {
        const now = deps.clock.now()
        if (!(await recoveryCodesIn(tx).spend(accountId, hash, now))) return false
        const remaining = (await recoveryCodesIn(tx).findSet(accountId))?.remaining ?? 0
        const metadata = { remaining: String(remaining) }
        await record(tx, context, '2fa.recovery.used', { actorId: accountId, targetUserId: accountId, metadata })
        const account = await accountsIn(tx).find(accountId)
        if (account) await notify(tx, context, 'recovery-code-used', account, { remaining: String(remaining) })
        return true
      },
    }
  },
}

/** A new set, in the place of the old one. The codes leave this function once, and are nowhere else. */
export async function newRecoveryCodes(
  tx: Connection,
  context: Context,
  key: DataKey,
  { id }: Pick<Account, 'id'>,
): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, newCode)
  const hashes = codes.map((code) => hashOfRecovery(key, id, code))
  await recoveryCodesIn(tx).replaceAll(id, hashes, context.deps.clock.now())
  await record(tx, context, '2fa.recovery.created', { actorId: id, targetUserId: id })
  return codes
}
