import { maskedEmail } from '../../platform/kernel/email-address.ts'
import { isId } from '../../platform/kernel/ids.ts'
import { hashToken, isToken } from '../../platform/kernel/tokens.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { methodsAfter } from './methods.ts'
import { challengeBindingsIn, type NotedEntry } from './tables/challenge-bindings.ts'
import { challengesIn, isGuessedOut } from './tables/challenges.ts'

/** Only for a browser with a binding cookie, because the id of a challenge alone must not tell whose it is. */
export async function waitingChallenge(deps: Deps, challengeId: string, binding: string | undefined) {
  const { store, config } = deps
  if (!isId(challengeId) || binding === undefined || !isToken(binding)) return undefined
  if (!(await challengeBindingsIn(store).isBound(challengeId, hashToken(binding)))) return undefined
  const challenge = await challengesIn(store).find(challengeId)
  const account = challenge && (await accountsIn(store).find(challenge.accountId))
  if (!challenge || !account) return undefined
  const entry = await challengeBindingsIn(store).entryOf(challengeId, hashToken(binding))
  return {
    accountId: account.id,
    mailbox: maskedEmail(account.email),
    methods: await methodsAfter(store, deps, account, entry),
    canTrust: config.twoFactor.trustedTtl > 0 && canBeTrusted(entry),
    isGuessedOut: isGuessedOut(challenge),
  }
}

/** A browser is never trusted for the administrators' sign-in, nor for what a session lacks to open their routes. */
export const canBeTrusted = (entry: NotedEntry | undefined): boolean =>
  entry?.event?.type !== 'admin.login.success' && entry?.sessionId === undefined
