import { accountActivityIn } from '../../../gate/accounts/tables/account-activity.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { HOOKS } from '../../../gate/hooks.ts'
import type { Chore } from '../../../gate/subject.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Walk } from '../../../gate/upkeep/walk.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { inactivityNoticesIn } from '../tables/inactivity-notices.ts'
import { type AgedAccount, unusedAccountsIn } from '../tables/unused-accounts.ts'
import { isKept } from './is-kept.ts'
import { FIRST_MAIL_MS, mailDue } from './next-step.ts'

/** The last sign-in, refresh or check of a session; where there was none, when the account was made, or brought from elsewhere. */
export async function idleSinceOf(tables: Connection, { id, createdAt }: Account): Promise<number> {
  const seen = (await accountActivityIn(tables).lastSeen([id])).get(id)
  const since = await Promise.all(HOOKS.map(({ hereSince }) => hereSince?.(tables, id)))
  return Math.max(createdAt, seen?.activeAt ?? 0, ...since.map((at) => at ?? 0))
}

/** Finds accounts whose owners have to be told, and leaves a notice for each. */
export function noticeInactive(ttl: number): Chore {
  const walk = new Walk<AgedAccount>({
    slice: ({ deps }, now, behind) => unusedAccountsIn(deps.store).madeUntil(now - ttl + FIRST_MAIL_MS, behind),
    // The account's own columns may be behind its sessions, and are never ahead of them.
    isMeant: ({ role, bannedAt, isNoticed, ...times }, now) =>
      role === 'user' && bannedAt === undefined && !isNoticed && mailDue({ idleSince: lastOf(times), ttl }) <= now,
    act: (context, now, { id }) => notice(context, id, { now, ttl }),
  })
  return (context, now) => walk.step(context, now)
}

const lastOf = ({ createdAt, lastSignInAt, lastActiveAt }: Pick<AgedAccount, 'createdAt' | 'lastSignInAt' | 'lastActiveAt'>) =>
  Math.max(createdAt, lastSignInAt, lastActiveAt)

const notice = (context: Context, id: string, { now, ttl }: { readonly now: number; readonly ttl: number }): Promise<void> =>
  inTransaction(context, async (tx) => {
    const account = await accountsIn(tx).lock(id, tx.deps.clock.now())
    if (!account || (await isKept(tx, account))) return
    const idleSince = await idleSinceOf(tx, account)
    if (mailDue({ idleSince, ttl }) > now) return
    const first = { accountId: id, told: 0, mailId: undefined, noticedAt: now, leavesAt: idleSince + ttl, nextAt: now }
    await inactivityNoticesIn(tx).add(first)
  })
