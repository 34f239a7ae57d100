import { randomUUID } from 'node:crypto'
import { hashToken, newToken } from '../../platform/kernel/tokens.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Transaction } from '../transaction.ts'
import { beginWithEmail, type ChallengeCode } from './email-factor.ts'
import { methodsAfter } from './methods.ts'
import type { SecondFactor } from './second-factors.ts'
import { challengeBindingsIn, type NotedEntry } from './tables/challenge-bindings.ts'
import { challengesIn } from './tables/challenges.ts'

/** A challenge as one browser sees it, with its own binding cookie. */
export interface OpenedChallenge extends ChallengeCode {
  readonly binding: string
  readonly methods: readonly SecondFactor[]
}

/**
 * Opens a challenge for an account that owes a second factor, or lets this browser join the one that is open. The
 * gate has locked the account's row, so of many sign-ins at once one mails a code and the others find it on its way.
 */
export async function openChallenge(
  tx: Transaction,
  account: Account,
  entry: NotedEntry,
  /** Events of what was done just now, and goes when the code does not leave. */
  causes: readonly string[] = [],
): Promise<OpenedChallenge> {
  const binding = newToken()
  const methods = await methodsAfter(tx, tx.deps, account, entry)
  const begun = methods.includes('email') ? await beginWithEmail(tx, account, causes) : await beginWithoutMail(tx, account)
  await challengeBindingsIn(tx).add(begun.id, hashToken(binding), entry)
  return { ...begun, binding, methods }
}

/** For factors that the owner has at hand. */
async function beginWithoutMail(tx: Transaction, account: Account): Promise<ChallengeCode> {
  const { deps } = tx
  const now = deps.clock.now()
  const { id, expiresAt } =
    (await challengesIn(tx).findOpen(account, now)) ??
    (await challengesIn(tx).add(randomUUID(), account, now + deps.config.twoFactor.codeTtl, now))
  return { id, accountId: account.id, expiresAt, mail: { kind: 'none' } }
}
