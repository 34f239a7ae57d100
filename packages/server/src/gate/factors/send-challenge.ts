import { setTimeout as sleep } from 'node:timers/promises'
import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Context, Deps } from '../deps.ts'
import { takeBack, type Undo } from '../mails/own-mail.ts'
import { inTransaction } from '../transaction.ts'
import { type ChallengeCode, joinCode, MARK_MS } from './email-factor.ts'
import { challengeCodesIn } from './tables/challenge-codes.ts'
import { challengesIn } from './tables/challenges.ts'

const RENEW_MS = 500
const POLL_MS = 50
/** A little longer than a delivery may take. */
const PATIENCE_MS = 15_000

/** Returns the code that was sent in the end. Undefined when no mail could be sent: then the challenge is removed. */
export async function sendChallenge<Code extends ChallengeCode>(
  context: Context,
  code: Code,
  undo: Undo = async () => true,
): Promise<Code | undefined> {
  if (code.mail.kind === 'accepted' || code.mail.kind === 'none') return code
  const sent = code.mail.kind === 'to-send' ? await deliverCode(context, code, code.mail, undo) : await awaitCode(context, code)
  return sent && { ...code, ...sent }
}

async function deliverCode(
  context: Context,
  code: ChallengeCode,
  mail: { readonly id: string; readonly isFirst: boolean },
  undo: Undo,
): Promise<ChallengeCode | undefined> {
  const { store, outbox, clock } = context.deps
  const { id, accountId } = code
  if (await whileMarked(context.deps, id, mail.id, () => outbox.deliverOwn(mail.id))) {
    if (await challengeCodesIn(store).setSent(id, mail.id, clock.now())) return code
  } else {
    await takeBack(context.deps, mail.id, async (tx) => {
      await accountsIn(tx).lock(accountId, clock.now())
      const isOwn = mail.isFirst
        ? await challengeCodesIn(tx).remove(id, mail.id)
        : await challengeCodesIn(tx).setSent(id, mail.id, undefined)
      return isOwn && undo(tx)
    })
  }
  // The row tells whether the code was taken back just now, or taken over by a request that believed this one dead.
  return awaitCode(context, code)
}

/** A mark that could not be written is made up for by the next. */
async function whileMarked<T>({ store, clock }: Deps, id: string, mailId: string, work: () => Promise<T>): Promise<T> {
  const mark = () =>
    void challengeCodesIn(store)
      .renewMark(id, mailId, clock.now() + MARK_MS)
      .catch(() => undefined)
  const timer = setInterval(mark, RENEW_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** The outcome of the request that sends the code is in the row. Once its mark is no longer renewed, the code is taken over. */
async function awaitCode(context: Context, code: ChallengeCode): Promise<ChallengeCode | undefined> {
  const { store, clock } = context.deps
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const found = await challengeCodesIn(store).find(code.id)
    if (found?.mailAcceptedAt !== undefined) return { ...code, expiresAt: found.expiresAt }
    if (!found || found.mailPendingUntil === 0) return undefined
    if (found.mailPendingUntil <= clock.now()) {
      const taken = await takeOver(context, code)
      if (taken?.mail.kind !== 'on-its-way') return taken && sendChallenge(context, taken)
    }
    await sleep(POLL_MS)
  }
  return undefined
}

/** One of the waiting requests gets a fresh code to send, and the others find that code on its way. */
const takeOver = (context: Context, { id, accountId }: ChallengeCode): Promise<ChallengeCode | undefined> =>
  inTransaction(context, async (tx) => {
    const now = context.deps.clock.now()
    const account = await accountsIn(tx).lock(accountId, now)
    const isOpen = account && (await challengesIn(tx).findOpen(account, now))?.id === id
    const mailed = isOpen ? await challengeCodesIn(tx).find(id) : undefined
    return account && mailed && joinCode(tx, account, mailed)
  })
