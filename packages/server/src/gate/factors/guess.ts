import type { Context } from '../deps.ts'
import { endRun, noteExhausted, reserveSecondFactor, returnSecondFactor } from '../limits/second-factor-limit.ts'
import type { Transaction } from '../transaction.ts'
import type { VerifiedFactor } from './factor.ts'

interface Guessing {
  /** False for a kind that cannot be guessed: the account's limit neither counts nor refuses it, so no attacker keeps the owner out. */
  readonly isLimited: boolean
  /** Counts it elsewhere too, before it is compared. False when no guess is left there. */
  readonly count: () => Promise<boolean>
  readonly check: () => Promise<VerifiedFactor | undefined>
}

/** A second factor that was tried. */
export interface Guess {
  readonly isRight: boolean
  /** Since when the account has what was shown. */
  readonly enrolledAt?: number | undefined
  /** The caller was told that it is wrong. */
  noteWrong(): Promise<void>
  /** Spends it in the transaction of its effect. False when it was spent meanwhile. */
  spend(tx: Transaction): Promise<boolean>
}

/** Every guess at a second factor, of whatever kind, is made here: it has been counted by the time it is compared. */
export async function guess(context: Context, accountId: string, { isLimited, count, check }: Guessing): Promise<Guess> {
  const { deps } = context
  const place = isLimited ? await reserveSecondFactor(deps, accountId) : 'more'
  const shown = (await count()) ? await check() : undefined
  return {
    isRight: shown !== undefined,
    enrolledAt: shown?.enrolledAt,
    async noteWrong() {
      if (place === 'last') await noteExhausted(context, accountId)
    },
    async spend(tx) {
      if (!shown || !(await shown.spend(tx))) return false
      await (isLimited ? returnSecondFactor : endRun)(tx, deps, accountId)
      return true
    },
  }
}
