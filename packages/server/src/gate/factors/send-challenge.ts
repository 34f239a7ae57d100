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

/**
 * Sees to it that the code has left, and says which one that is in the end. Undefined when it could not leave: then no
 * challenge remains for which no code was sent, nor what `undo` takes back with it.
 */
export async function sendChallenge<Code extends ChallengeCode>(
  context: Context,
  code: Code,
  undo: Undo = async () => true,
): Promise<Code | undefined> {
  if (code.mail.kind === 'accepted' || code.mail.kind === 'none') return code
  const sent = code.mail.kind === 'to-send' ? await deliverCode(context, code, code.mail, undo) : await awaitCode(context, code)
  return sent && { ...code, ...sent }
}

/** What the answer of a sender is about: its own code, or the one that has taken its place. */
async function deliverCode(
  context: Context,
  code: ChallengeCode,
  mail: { readonly id: string; readonly isFirst: boolean },
  undo: Undo,
): Promise<ChallengeCode | undefined> {
  const { deps } = context
  const { store, outbox, clock } = deps
  const { id, accountId } = code
  if (await whileMarked(deps, id, mail.id, () => outbox.deliverOwn(mail.id))) {
    if (await challengeCodesIn(store).setSent(id, mail.id, clock.now())) return code
  } else {
    await takeBack(deps, mail.id, async (tx) => {
      await accountsIn(tx).lock(accountId, clock.now())
      const isOwn = mail.isFirst
        ? await challengeCodesIn(tx).remove(id, mail.id)
        : await challengeCodesIn(tx).setSent(id, mail.id, undefined)
      return isOwn && undo(tx)
    })
  }
  // Taken back just now, or taken over by another request that took this sender for dead: the row knows.
  return awaitCode(context, code)
}

/** Says again and again that the sender lives. A mark that could not be written is made up for by the next. */
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

/**
 * Another request, perhaps in another process, is sending the code: its outcome is in the row. When its mark is not
 * renewed any more it has died, and the code is taken over.
 */
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

/** One of those who wait gets a fresh code to send, and the others find that on its way. Undefined when it is over. */
const takeOver = (context: Context, { id, accountId }: ChallengeCode): Promise<ChallengeCode | undefined> =>
  inTransaction(context, async (tx) => {
    const now = context.deps.clock.now()
    const account = await accountsIn(tx).lock(accountId, now)
    const isOpen = account && (await challengesIn(tx).findOpen(account, now))?.id === id
    const mailed = isOpen ? await challengeCodesIn(tx).find(id) : undefined
    return account && mailed && joinCode(tx, account, mailed)
  })
