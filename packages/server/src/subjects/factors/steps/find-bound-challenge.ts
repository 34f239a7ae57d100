import type { Deps } from '../../../gate/deps.ts'
import { challengeBindingsIn } from '../../../gate/factors/tables/challenge-bindings.ts'
import { challengesIn } from '../../../gate/factors/tables/challenges.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { hashToken, isToken } from '../../../platform/kernel/tokens.ts'

/** For a browser that holds none of its binding cookies, the challenge does not exist. */
export async function findBoundChallenge({ store, config }: Deps, challengeId: string, binding: string | undefined) {
  if (!isId(challengeId)) return undefined
  if (!config.twoFactor.disableChallengeBinding) {
    if (binding === undefined || !isToken(binding)) return undefined
    if (!(await challengeBindingsIn(store).isBound(challengeId, hashToken(binding)))) return undefined
  }
  return challengesIn(store).find(challengeId)
}
