import { hashToken, newToken } from '../../kernel/tokens.ts'
import type { Tables } from '../../store/store.ts'
import type { Account } from '../../store/tables/accounts.ts'
import type { NotedEntry } from '../../store/tables/challenge-bindings.ts'
import type { Context } from '../deps.ts'
import { type ChallengeCode, emailFactor } from './email-factor.ts'

/** A challenge as one browser sees it, with its own binding cookie. */
export interface OpenedChallenge extends ChallengeCode {
  readonly binding: string
}

/**
 * Opens a challenge for an account that owes a second factor, or lets this browser join the one that is open. The
 * gate has locked the account's row, so of many sign-ins at once one mails a code and the others find it on its way.
 */
export async function openChallenge(
  tx: Tables,
  context: Context,
  account: Account,
  entry: NotedEntry,
  /** Events of what was done just now, and goes when the code does not leave. */
  causes: readonly string[] = [],
): Promise<OpenedChallenge> {
  const binding = newToken()
  const code = await emailFactor.begin(tx, context, account, causes)
  await tx.challengeBindings.add(code.id, hashToken(binding), entry)
  return { ...code, binding }
}
