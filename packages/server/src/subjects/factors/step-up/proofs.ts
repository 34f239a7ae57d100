import { hashOfCode } from '../../../gate/codes/code-mail.ts'
import { wasMailedTo } from '../../../gate/codes/mailed-to.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import type { Caller, Context } from '../../../gate/deps.ts'
import type { StepUpMethod } from '../../../gate/factors/elevation.ts'
import { type Guess, guess } from '../../../gate/factors/guess.ts'
import { offeredPasskeys } from '../../../gate/factors/methods.ts'
import { confirmPassword } from '../../../gate/passwords/confirm-password.ts'
import { isHashOf } from '../../../platform/kernel/codes.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { recoveryFactor } from '../steps/recovery-factor.ts'
import { totpFactor } from '../steps/totp-factor.ts'

interface Given {
  readonly password: string
  readonly code: string
  /** What came back from a ceremony with a passkey. */
  readonly state: string
  readonly passkey: unknown
}

type OwnCall = Context & { readonly caller: Caller; readonly cookies: PresentedCookies }

interface Proof {
  readonly refusal: ErrorCode
  readonly attempt: (call: OwnCall, given: Given) => Promise<Guess>
}

/** There is no challenge whose guesses could run out: the account's limit is the one that counts. */
const unlimited = async (): Promise<boolean> => true

/** How each method is proved, and what is said when it is not. What costs a guess has cost it by the time it is compared. */
export const proofs = {
  password: {
    refusal: 'invalid_credentials',
    async attempt(call, { password }): Promise<Guess> {
      const isRight = await confirmPassword(call, password)
      return { isRight, noteWrong: async () => undefined, spend: async () => isRight }
    },
  },
  email: {
    refusal: 'two_factor_code_invalid',
    async attempt(call, { code }) {
      const { deps, caller } = call
      const { account, session } = caller
      const hashes = hashOfCode(deps, 'step-up', code)
      let stored: Awaited<ReturnType<ReturnType<typeof codesIn>['guess']>>
      return guess(call, account.id, {
        isLimited: true,
        async count() {
          stored = await codesIn(deps.store).guess('step-up', account.id, deps.clock.now(), session.id)
          return stored !== undefined
        },
        check: async () =>
          stored && isHashOf(hashes, stored.hash) && wasMailedTo(account.email, stored)
            ? { spend: (tx) => codesIn(tx).take(hashes, deps.clock.now()) }
            : undefined,
      })
    },
  },
  totp: {
    refusal: 'two_factor_code_invalid',
    attempt: (call, { code }) => {
      const { id } = call.caller.account
      return guess(call, id, { isLimited: true, count: unlimited, check: () => totpFactor.check(call, id, code) })
    },
  },
  recovery: {
    refusal: 'two_factor_code_invalid',
    attempt: (call, { code }) => {
      const { id } = call.caller.account
      return guess(call, id, { isLimited: true, count: unlimited, check: () => recoveryFactor.check(call, id, code) })
    },
  },
  passkey: {
    refusal: 'two_factor_code_invalid',
    attempt: (call, { state, passkey }) => {
      const { account, session } = call.caller
      const purpose = { purpose: 'step-up', accountId: account.id, sessionId: session.id } as const
      const check = async () => offeredPasskeys()?.check(call, purpose, { state, passkey })
      return guess(call, account.id, { isLimited: false, count: unlimited, check })
    },
  },
} as const satisfies Record<StepUpMethod, Proof>
