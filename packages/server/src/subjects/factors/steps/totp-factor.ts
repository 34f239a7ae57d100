import type { Factor } from '../../../gate/factors/factor.ts'
import { openSeed } from '../../../platform/kernel/data-key.ts'
import { totpSeedsIn } from '../tables/totp-seeds.ts'
import { stepOf } from '../totp.ts'

/** Digits of an authenticator app. Those of one interval work once. */
export const totpFactor: Factor<string> = {
  method: 'totp',
  async check({ deps }, accountId, typed) {
    const kept = await totpSeedsIn(deps.store).find(accountId)
    if (!kept) return undefined
    const seed = openSeed(await deps.dataKeys.get(), accountId, kept.sealed)
    const step = stepOf(seed, typed, deps.clock.now(), kept.lastStep)
    if (step === undefined) return undefined
    return { enrolledAt: kept.createdAt, spend: (tx) => totpSeedsIn(tx).use(kept, step, deps.clock.now()) }
  },
}
