import { maskedEmail } from '../../platform/kernel/email-address.ts'
import { isId } from '../../platform/kernel/ids.ts'
import { hashToken, isToken } from '../../platform/kernel/tokens.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import type { Deps } from '../deps.ts'
import { methodsAfter } from './methods.ts'
import type { SecondFactor } from './second-factors.ts'
import { challengeBindingsIn, type NotedEntry } from './tables/challenge-bindings.ts'
import { challengesIn, isGuessedOut } from './tables/challenges.ts'

interface Waiting {
  /** Where the code went, as far as its owner knows it again. */
  readonly mailbox: string | undefined
  /** With what the sign-in can be completed. */
  readonly methods: readonly SecondFactor[]
  readonly canTrust: boolean
  readonly isGuessedOut: boolean
}

/**
 * What a browser may know of the second factor that its sign-in waits for. Only one that holds a binding cookie of the challenge,
 * also where a code works without one: the name of a challenge alone must not tell whose it is.
 */
export async function waitingChallenge(
  deps: Deps,
  challengeId: string,
  binding: string | undefined,
): Promise<Waiting | undefined> {
  const { store, config } = deps
  if (!isId(challengeId) || binding === undefined || !isToken(binding)) return undefined
  if (!(await challengeBindingsIn(store).isBound(challengeId, hashToken(binding)))) return undefined
  const challenge = await challengesIn(store).find(challengeId)
  const account = challenge && (await accountsIn(store).find(challenge.accountId))
  if (!challenge || !account) return undefined
  const entry = await challengeBindingsIn(store).entryOf(challengeId, hashToken(binding))
  return {
    mailbox: maskedEmail(account.email),
    methods: await methodsAfter(store, deps, account, entry),
    canTrust: config.twoFactor.trustedTtl > 0 && canBeTrusted(entry),
    isGuessedOut: isGuessedOut(challenge),
  }
}

/** Whether the owner can have this step spared from now on: a browser is never trusted at the administrators' door. */
export const canBeTrusted = (entry: NotedEntry | undefined): boolean => entry?.event?.type !== 'admin.login.success'
