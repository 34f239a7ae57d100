import type { Factor } from '../../../gate/factors/factor.ts'
import { openSeed } from '../../../platform/kernel/data-key.ts'
import { totpSeedsIn } from '../tables/totp-seeds.ts'
import { stepOf } from '../totp.ts'

/** The code of one interval works once. */
export const totpFactor: Factor<string> = {
  method: 'totp',
  async check({ deps }, accountId, typed) {
    const enrolled = await totpSeedsIn(deps.store).find(accountId)
    if (!enrolled) return undefined
    const seed = openSeed(await deps.dataKeys.get(), accountId, enrolled.sealed)
    const step = stepOf({ seed, ...enrolled }, typed, deps.clock.now(), enrolled.lastStep)
    if (step === undefined) return undefined
    return { enrolledAt: enrolled.createdAt, spend: (tx) => totpSeedsIn(tx).use(enrolled, step, deps.clock.now()) }
  },
}
