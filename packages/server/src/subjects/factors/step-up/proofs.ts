import { hashOfCountedCode, wasMailedTo } from '../../../gate/codes/code-mail.ts'
import { codesIn, type Mailed } from '../../../gate/codes/tables/codes.ts'
import type { Caller, Context } from '../../../gate/deps.ts'
import type { Factor } from '../../../gate/factors/factor.ts'
import { type Guess, guess } from '../../../gate/factors/guess.ts'
import { offeredPasskeys } from '../../../gate/factors/methods.ts'
import type { StepUpMethod } from '../../../gate/factors/second-factors.ts'
import { confirmPassword } from '../../../gate/passwords/confirm-password.ts'
import { isHashOf } from '../../../platform/kernel/codes.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { recoveryFactor } from '../steps/recovery-factor.ts'
import { totpFactor } from '../steps/totp-factor.ts'

type OwnCall = Context & { readonly caller: Caller; readonly cookies: PresentedCookies }
type Input = Readonly<Record<'password' | 'code' | 'state', string>> & { readonly passkey: unknown }

interface Proof {
  readonly refusal: 'invalid_credentials' | 'two_factor_code_invalid'
  readonly attempt: (call: OwnCall, input: Input) => Promise<Guess>
}

/** A step-up has no challenge whose guesses could run out: only the account's limit counts. */
const unlimited = async (): Promise<boolean> => true

const byTypedCode = (factor: Factor<string>): Proof => ({
  refusal: 'two_factor_code_invalid',
  attempt(call, { code }) {
    const { id } = call.caller.account
    return guess(call, id, { isLimited: true, count: unlimited, check: () => factor.check(call, id, code) })
  },
})

/** What can be guessed is counted before it is compared. */
export const proofs: Readonly<Record<StepUpMethod, Proof>> = {
  password: {
    refusal: 'invalid_credentials',
    async attempt(call, { password }) {
      const isRight = await confirmPassword(call, password)
      return { isRight, noteWrong: async () => undefined, spend: async () => isRight }
    },
  },
  email: {
    refusal: 'two_factor_code_invalid',
    async attempt(call, { code }) {
      const { deps } = call
      const { account, session } = call.caller
      const hashes = hashOfCountedCode(deps, 'step-up', code, account.id)
      let stored: Mailed | undefined
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
  totp: byTypedCode(totpFactor),
  recovery: byTypedCode(recoveryFactor),
  passkey: {
    refusal: 'two_factor_code_invalid',
    attempt(call, { state, passkey }) {
      const { account, session } = call.caller
      const purpose = { purpose: 'step-up', accountId: account.id, sessionId: session.id } as const
      const check = async () => offeredPasskeys()?.check(call, purpose, { state, passkey })
      return guess(call, account.id, { isLimited: false, count: unlimited, check })
    },
  },
}
