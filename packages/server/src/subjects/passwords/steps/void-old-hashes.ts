import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { dayOfForeign, isForeignHash, writtenDay } from '../../../gate/passwords/foreign/is-foreign.ts'
import { foreignPasswordsIn } from '../../../gate/passwords/tables/foreign-passwords.ts'
import type { Chore } from '../../../gate/subject.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'

const BATCH = 50

/** An account whose password came so long ago, and was never typed since, has none any more: a mailed link leads to a new one. */
export const voidOldHashes =
  (ttl: number): Chore =>
  async (context, now) => {
    const before = writtenDay(Math.floor((now - ttl) / DAY_MS))
    const ids = await foreignPasswordsIn(context.deps.store).cameBefore(before, BATCH)
    if (ids.length === 0) return false
    await inTransaction(context, async (tx) => {
      for (const id of ids) await voidOne(tx, id, before)
    })
    return ids.length === BATCH
  }

/** Looks again with the row locked: the owner may be signing in. */
async function voidOne(tx: Transaction, id: string, before: string): Promise<void> {
  const now = tx.deps.clock.now()
  const account = await accountsIn(tx).lock(id, now)
  const hash = account?.passwordHash
  if (hash === undefined || !isForeignHash(hash) || dayOfForeign(hash) >= before) return
  await accountsIn(tx).voidPassword(id, now)
  await tx.record('password.expired', { targetUserId: id })
}
