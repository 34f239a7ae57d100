import type { Context } from '../deps.ts'
import { endRun, noteExhausted, reserveSecondFactor, returnSecondFactor } from '../limits/second-factor-limit.ts'
import type { Transaction } from '../transaction.ts'
import type { VerifiedFactor } from './factor.ts'

interface Guessing {
  /** False for a factor that cannot be guessed: no limit applies, so no attacker can lock the owner out. */
  readonly isLimited: boolean
  /** Counts the guess elsewhere too, before the comparison. False when no guess is left there. */
  readonly count: () => Promise<boolean>
  readonly check: () => Promise<VerifiedFactor | undefined>
}

export interface Guess {
  readonly isRight: boolean
  readonly enrolledAt?: number | undefined
  noteWrong(): Promise<void>
  /** In the transaction of the effect. False when the factor was spent meanwhile. */
  spend(tx: Transaction): Promise<boolean>
}

/** Every guess at a second factor is made here, and is counted before it is compared. */
export async function guess(context: Context, accountId: string, { isLimited, count, check }: Guessing): Promise<Guess> {
  const guessesLeft = isLimited ? await reserveSecondFactor(context.deps, accountId) : 'more'
  const shown = (await count()) ? await check() : undefined
  return {
    isRight: shown !== undefined,
    enrolledAt: shown?.enrolledAt,
    async noteWrong() {
      if (guessesLeft === 'last') await noteExhausted(context, accountId)
    },
    async spend(tx) {
      if (!shown || !(await shown.spend(tx))) return false
      await (isLimited ? returnSecondFactor : endRun)(tx, context.deps, accountId)
      return true
    },
  }
}
