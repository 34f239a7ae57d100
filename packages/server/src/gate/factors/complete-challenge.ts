import type { PresentedCookies } from '../../platform/kernel/cookies.ts'
import { Failure } from '../../platform/kernel/errors.ts'
import { hashToken } from '../../platform/kernel/tokens.ts'
import { admit, type SignInOutcome } from '../access/admit.ts'
import { noteProofByOwner } from '../access/prove-mailbox.ts'
import { signedInCaller } from '../access/signed-in-caller.ts'
import { mailboxProofsIn } from '../access/tables/mailbox-proofs.ts'
import { type Account, accountsIn } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'
import type { Session } from '../sessions/tables/sessions.ts'
import { inTransaction, type Transaction } from '../transaction.ts'
import type { Guess } from './guess.ts'
import type { SecondFactor } from './second-factors.ts'
import { challengeBindingsIn, type NotedEntry } from './tables/challenge-bindings.ts'
import { type Challenge, challengesIn } from './tables/challenges.ts'
import { canBeTrusted } from './waiting-challenge.ts'

interface Completion {
  readonly challenge: Challenge
  readonly cookies: PresentedCookies
  readonly second: SecondFactor
  readonly tried: Guess
  readonly isToBeTrusted: boolean
}

type SessionOutcome = Extract<SignInOutcome, { readonly kind: 'session' }>

/** One transaction. Undefined when the factor was spent or replaced meanwhile. */
export async function completeChallenge(context: Context, completion: Completion): Promise<SessionOutcome | undefined> {
  const { challenge, cookies, second, tried } = completion
  const { id: challengeId, accountId: id, credentialVersion } = challenge
  return inTransaction(context, async (tx) => {
    const now = context.deps.clock.now()
    if ((await accountsIn(tx).lock(id, now))?.bannedAt !== undefined) throw new Failure('user_banned')
    const entry = await challengeBindingsIn(tx).entryOf(challengeId, hashToken(cookies.binding ?? ''))
    if (!entry) throw new Failure('two_factor_code_invalid')
    const isToBeTrusted = completion.isToBeTrusted && canBeTrusted(entry)
    const shown = { proof: 'second-factor', second, enrolledAt: tried.enrolledAt } as const
    const replaces = await sessionOf(tx, entry, cookies)
    const attempt = { accountId: id, credentialVersion, ...shown, signIn: entry.signIn, isToBeTrusted, replaces }
    const result = await admit(tx, attempt)
    if (result.kind !== 'session') throw new Failure('two_factor_code_invalid')
    if (!(await challengesIn(tx).take(challengeId, now))) {
      const isUsed = (await challengesIn(tx).find(challengeId))?.usedAt !== undefined
      throw new Failure(isUsed ? 'two_factor_code_already_used' : 'two_factor_code_invalid')
    }
    if (!(await tried.spend(tx))) throw new SpentMeanwhile()
    if (second === 'email') await noteMailbox(tx, result.account, challengeId, cookies)
    const passed = second === 'passkey' ? '2fa.passkey.verified' : '2fa.code.verified'
    await tx.record(passed, { actorId: id, targetUserId: id, metadata: noted(second) })
    const sessionId = result.issued.session.id
    if (entry.event)
      await tx.record(entry.event.type, { actorId: id, targetUserId: id, sessionId, metadata: entry.event.metadata })
    if (replaces) await tx.record('step_up.success', { actorId: id, targetUserId: id, sessionId, metadata: { method: second } })
    return result
  }).catch((error: unknown) => {
    if (!(error instanceof SpentMeanwhile)) throw error
    return undefined
  })
}

/** A session that stands for the first factor has to be alive still, and in this very browser. */
async function sessionOf(tx: Transaction, { sessionId }: NotedEntry, cookies: PresentedCookies): Promise<Session | undefined> {
  if (sessionId === undefined) return undefined
  const holder = await signedInCaller(tx, tx, cookies)
  if (holder?.session.id !== sessionId) throw new Failure('two_factor_code_invalid')
  return holder.session
}

/** The binding cookie proves the first factor; where the operator wants no such cookie, the browser has to be known otherwise. */
async function noteMailbox(tx: Transaction, account: Account, challengeId: string, cookies: PresentedCookies): Promise<void> {
  if (account.mailboxProvedAt !== undefined) return
  const isBound = await challengeBindingsIn(tx).isBound(challengeId, hashToken(cookies.binding ?? ''))
  if (isBound) await mailboxProofsIn(tx).add(account.id, tx.deps.clock.now())
  else await noteProofByOwner(tx, account, cookies)
}

/** In the audit log, a code without a method is a mailed one. */
export const noted = (second: SecondFactor | undefined): Readonly<Record<string, string>> =>
  second === undefined || second === 'email' ? {} : { method: second }

class SpentMeanwhile extends Error {}
