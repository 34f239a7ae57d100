import { maskedEmail } from '../../kernel/email-address.ts'
import { isId } from '../../kernel/ids.ts'
import { hashToken, isToken } from '../../kernel/tokens.ts'
import { isGuessedOut } from '../../store/tables/challenges.ts'
import type { Deps } from '../deps.ts'

interface Waiting {
  /** Where the code went, as far as its owner knows it again. */
  readonly mailbox: string | undefined
  readonly isGuessedOut: boolean
}

/**
 * What a browser may know of the code that its sign-in waits for. Only one that holds a binding cookie of the challenge, also where
 * the code itself works without one: the name of a challenge alone must not tell whose it is.
 */
export async function waitingChallenge(
  { store }: Deps,
  challengeId: string,
  binding: string | undefined,
): Promise<Waiting | undefined> {
  if (!isId(challengeId) || binding === undefined || !isToken(binding)) return undefined
  if (!(await store.challengeBindings.isBound(challengeId, hashToken(binding)))) return undefined
  const challenge = await store.challenges.find(challengeId)
  if (!challenge) return undefined
  const account = await store.accounts.find(challenge.accountId)
  return { mailbox: account && maskedEmail(account.email), isGuessedOut: isGuessedOut(challenge) }
}
