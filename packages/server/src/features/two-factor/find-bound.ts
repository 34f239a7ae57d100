import type { Deps } from '../../core/deps.ts'
import { isId } from '../../kernel/ids.ts'
import { hashToken, isToken } from '../../kernel/tokens.ts'
import { challengeBindingsIn } from '../../store/tables/challenge-bindings.ts'
import { challengesIn } from '../../store/tables/challenges.ts'

/** The challenge, for a browser that holds one of its binding cookies; for any other it does not exist. */
export async function findBound({ store, config }: Deps, challengeId: string, binding: string | undefined) {
  if (!isId(challengeId)) return undefined
  if (!config.twoFactor.disableChallengeBinding) {
    if (binding === undefined || !isToken(binding)) return undefined
    if (!(await challengeBindingsIn(store).isBound(challengeId, hashToken(binding)))) return undefined
  }
  return challengesIn(store).find(challengeId)
}
