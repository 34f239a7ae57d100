import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { EventType } from '../audit/events.ts'
import type { Context } from '../deps.ts'
import { limitMails } from '../limits/mail-limit.ts'
import { limitHeld } from '../limits/stranger-mails.ts'
import { deliverOwn } from '../mails/own-mail.ts'
import { inTransaction, type Transaction } from '../transaction.ts'
import { addCodeMail, writeCodeMail } from './code-mail.ts'
import type { CodePurpose } from './tables/codes.ts'
import { codesIn } from './tables/codes.ts'

type Sent = { readonly outcome: 'sent' | 'still-live'; readonly expiresAt: number } | { readonly outcome: 'failed' }

interface Options<C extends Context> {
  /** Locks the account, and refuses where the mail must not be sent; taken before anything is counted. */
  readonly lock?: (tx: Transaction<C>) => Promise<unknown>
  readonly keepsLive: boolean
  readonly audit?: EventType
  readonly actorId?: string
  /** The only session in which the code is to work. */
  readonly sessionId?: string
  readonly returnTo?: string | undefined
}

/** Waits until the mail was accepted. Where it was refused, the code is taken back, so that a retry starts afresh. */
export async function sendCode<C extends Context>(
  context: C,
  purpose: CodePurpose,
  account: Account,
  { lock, keepsLive, audit, actorId = account.id, sessionId, returnTo }: Options<C>,
): Promise<Sent> {
  const { clock } = context.deps
  const { code, mail } = writeCodeMail(context, purpose, account, 'own', returnTo)

  const live = await inTransaction(context, async (tx) => {
    const now = clock.now()
    await (lock?.(tx) ?? accountsIn(tx).lock(account.id, now))
    const existing = keepsLive ? await codesIn(tx).findLive(purpose, account.id, now, sessionId) : undefined
    if (existing) return existing
    const counts = await (actorId === account.id
      ? limitHeld(tx, context.deps, purpose, account)
      : limitMails(tx, context.deps, purpose, account.email))
    await codesIn(tx).endAllOf(account.id, now, purpose, sessionId)
    const events = audit ? [await tx.record(audit, { actorId, targetUserId: account.id })] : []
    await addCodeMail(tx, { code: { ...code, sessionId }, mail }, { counts, events })
    return undefined
  })
  if (live) return { outcome: 'still-live', expiresAt: live.expiresAt }
  const isSent = await deliverOwn(context.deps, mail.id, async (tx) => {
    await accountsIn(tx).lock(account.id, clock.now())
    return codesIn(tx).remove(code.id)
  })
  return isSent ? { outcome: 'sent', expiresAt: code.expiresAt } : { outcome: 'failed' }
}
