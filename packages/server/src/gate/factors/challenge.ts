import { randomUUID } from 'node:crypto'
import { hashToken, newToken } from '../../platform/kernel/tokens.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Transaction } from '../transaction.ts'
import { beginWithEmail, type ChallengeCode } from './email-factor.ts'
import { methodsAfter } from './methods.ts'
import type { SecondFactor } from './second-factors.ts'
import { challengeBindingsIn, type NotedEntry } from './tables/challenge-bindings.ts'
import { challengesIn } from './tables/challenges.ts'

export type OpenedChallenge = ChallengeCode & { readonly binding: string; readonly methods: readonly SecondFactor[] }

/** The gate has locked the account's row, so of many sign-ins at once one mails a code and the others find it on its way. */
export async function openChallenge(
  tx: Transaction,
  account: Account,
  entry: NotedEntry,
  causes: readonly string[] = [],
): Promise<OpenedChallenge> {
  const binding = newToken()
  const methods = await methodsAfter(tx, tx.deps, account, entry)
  const begun = methods.includes('email') ? await beginWithEmail(tx, account, causes) : await beginWithoutMail(tx, account)
  await challengeBindingsIn(tx).add(begun.id, hashToken(binding), entry)
  return { ...begun, binding, methods }
}

async function beginWithoutMail(tx: Transaction, account: Account): Promise<ChallengeCode> {
  const { clock, config } = tx.deps
  const now = clock.now()
  const { id, expiresAt } =
    (await challengesIn(tx).findOpen(account, now)) ??
    (await challengesIn(tx).add(randomUUID(), account, now + config.twoFactor.codeTtl, now))
  return { id, accountId: account.id, expiresAt, mail: { kind: 'none' } }
}
