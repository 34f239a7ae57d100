import { openSeed } from '../../kernel/data-key.ts'
import { stepOf } from '../../kernel/totp.ts'
import { totpSeedsIn } from '../../store/tables/totp-seeds.ts'
import type { Factor } from './factor.ts'

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
