import { hashOfCode } from '../../core/codes/code-mail.ts'
import type { Caller, Context } from '../../core/deps.ts'
import { reserveSecondFactor } from '../../core/limits/second-factor-limit.ts'
import { confirmPassword } from '../../core/passwords/confirm-password.ts'
import { isHashOf } from '../../kernel/codes.ts'
import type { StepUpMethod } from '../../kernel/elevation.ts'
import type { ErrorCode } from '../../kernel/errors.ts'

interface Typed {
  readonly password: string
  readonly code: string
}

interface Proof {
  readonly refusal: ErrorCode
  readonly isRight: (call: Context & { readonly caller: Caller }, typed: Typed) => Promise<boolean>
}

/** How each method is proved, and what is said when it is not. What costs a guess has cost it by the time it is compared. */
export const proofs = {
  password: {
    refusal: 'invalid_credentials',
    isRight: (call, { password }) => confirmPassword(call, password),
  },
  email: {
    refusal: 'two_factor_code_invalid',
    async isRight({ deps, caller: { account, session } }, { code }) {
      await reserveSecondFactor(deps, account.id)
      const counted = await deps.store.codes.guess('step-up', account.id, deps.clock.now(), session.id)
      return counted !== undefined && isHashOf(hashOfCode(deps, 'step-up', code), counted.hash)
    },
  },
} as const satisfies Record<StepUpMethod, Proof>
