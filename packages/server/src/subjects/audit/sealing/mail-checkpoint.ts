import { createHash } from 'node:crypto'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { checkpointsIn } from '../../../gate/audit/log/checkpoints.ts'
import { writeMail } from '../../../gate/mails/write-mail.ts'
import type { Chore } from '../../../gate/subject.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { DAY_MS } from '../../../platform/kernel/clock.ts'
import { outboxIn } from '../../../platform/mail/tables/outbox.ts'
import { collectorsIn } from '../tables/collectors.ts'

/**
 * The newest checkpoint goes to a mailbox, which those who can write the database cannot change: once a day (UTC) over all processes, and
 * not where nothing came since the last time. A mail that was lost is made up for by the next, because a later checkpoint covers it.
 */
export function mailCheckpoint(address: string): Chore {
  const key = createHash('sha256').update(`mail:${address}`).digest('hex')
  return async (context, now) => {
    const { store } = context.deps
    const newest = await checkpointsIn(store).last()
    const known = await collectorsIn(store).find(key)
    // Looks that find nothing to do write nothing.
    if (!newest || (known && (known.leasedUntil > now || known.position >= newest.size))) return false
    if (!known) await collectorsIn(store).add(key)
    await inTransaction(context, async (tx) => {
      if (!(await collectorsIn(tx).advanceOnce(key, newest.size, now, nextDay(now)))) return
      const stranger = { email: address, name: '', verifiedAt: undefined, language: undefined }
      const reader = (await accountsIn(tx).findByEmail(address)) ?? stranger
      const values = { when: newest.createdAt, ...linesOf(newest.note) }
      await outboxIn(tx).add(writeMail(tx, 'audit-checkpoint', reader, values))
    })
    return false
  }
}

const nextDay = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS

function linesOf(note: string) {
  const [logName = '', logSize = '', logRoot = '', , logSignature = ''] = note.split('\n')
  return { logName, logSize, logRoot, logSignature }
}
