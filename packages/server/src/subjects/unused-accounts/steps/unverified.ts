import { deletingAccount } from '../../../gate/accounts/delete-account.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import type { Chore } from '../../../gate/subject.ts'
import { Walk } from '../../../gate/upkeep/walk.ts'
import { type UnprovedAccount, unusedAccountsIn } from '../tables/unused-accounts.ts'
import { isKept } from './is-kept.ts'

/** Removes accounts whose mailbox was not proved for so long. Whether they are used has no say in it. */
export function removeUnverified(ttl: number): Chore {
  const walk = new Walk<UnprovedAccount>({
    slice: ({ deps }, now, behind) => unusedAccountsIn(deps.store).unproved(now - ttl, behind),
    isMeant: ({ role, bannedAt }) => role === 'user' && bannedAt === undefined,
    act: (context, now, { id }) => remove(context, id, now - ttl),
  })
  return (context, now) => walk.step(context, now)
}

/** Looks again with the row locked: the mailbox may be proved by now, or another process faster. */
const remove = (context: Context, id: string, until: number): Promise<void> =>
  deletingAccount(context, id, async (tx, remove) => {
    const account = await accountsIn(tx).lock(id, tx.deps.clock.now())
    const since = await unusedAccountsIn(tx).unprovedSince(id)
    if (!account || since === undefined || since > until || (await isKept(tx, account))) return
    await remove(account, { actorId: undefined, reason: 'unverified' })
  })
