import { deletingAccount } from '../../../gate/accounts/delete-account.ts'
import { type Account, accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import type { Context } from '../../../gate/deps.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { Chore } from '../../../gate/subject.ts'
import type { Transaction } from '../../../gate/transaction.ts'
import { HOUR_MS, timestamp } from '../../../platform/kernel/clock.ts'
import { servedAddress } from '../../../platform/kernel/own-path.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { type InactivityNotice, inactivityNoticesIn } from '../tables/inactivity-notices.ts'
import { isKept } from './is-kept.ts'
import { aheadOf, nextStep } from './next-step.ts'
import { idleSinceOf } from './notice-inactive.ts'

/** With more mails than these waiting, notices wait as well: a hundred thousand at once would be all that the mail server sees. */
const MOST_MAILS = 200

type Due = { readonly now: number; readonly ttl: number }

/** Takes each notice a step further that is due: its mails, and the removal of the account. */
export const followNotices =
  (ttl: number): Chore =>
  async (context, now) => {
    const { store } = context.deps
    const notice = await inactivityNoticesIn(store).nextDue(now)
    if (!notice || (await outboxIn(store).hasWaiting(MOST_MAILS))) return false
    try {
      await follow(context, notice.accountId, { now, ttl })
      return true
    } catch (error) {
      // Behind the others, which it would keep waiting.
      await inactivityNoticesIn(store).postpone(notice.accountId, now + HOUR_MS)
      throw error
    }
  }

/** Looks again with the row locked: another process may have been faster, or the owner may be back. */
const follow = (context: Context, accountId: string, { now, ttl }: Due): Promise<void> =>
  deletingAccount(context, accountId, async (tx, remove) => {
    const account = await accountsIn(tx).lock(accountId, tx.deps.clock.now())
    const notices = inactivityNoticesIn(tx)
    const notice = await notices.find(accountId)
    if (!account || !notice || notice.nextAt > now) return
    const fate = notice.mailId === undefined ? undefined : await outboxIn(tx).fateOf(notice.mailId)
    const idleSince = await idleSinceOf(tx, account)
    const step = (await isKept(tx, account)) ? undefined : nextStep(notice, { now, ttl, idleSince, fate })
    if (!step) return notices.remove(accountId)
    if (step.does === 'remove') return remove(account, { actorId: undefined, reason: 'inactive' })
    if (step.notice.told > notice.told) await noteMail(tx, step.notice)
    await notices.update(step.does === 'mail' ? await tell(tx, account, step.notice) : step.notice)
  })

/** Once it has left: a mail that was refused has told nothing. */
const noteMail = (tx: Transaction, { accountId, leavesAt }: InactivityNotice): Promise<string> =>
  tx.record('account.inactive', { targetUserId: accountId, metadata: { removedFrom: timestamp(leavesAt) } })

async function tell(tx: Transaction, account: Account, notice: InactivityNotice): Promise<InactivityNotice> {
  const link = servedAddress(tx.deps.config.server, pagePaths.signIn)
  const mail = writeMail(tx, 'account-inactive', account, { when: notice.leavesAt, link, expiresIn: aheadOf(notice) })
  await outboxIn(tx).add(mail)
  return { ...notice, mailId: mail.id }
}
