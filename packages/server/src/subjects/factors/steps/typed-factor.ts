import type { Context } from '../../../gate/deps.ts'
import { emailFactor } from '../../../gate/factors/email-factor.ts'
import type { SecondFactor, TypedFactor } from '../../../gate/factors/second-factors.ts'
import { canonicalCode } from '../../../platform/kernel/codes.ts'
import { recoveryFactor } from './recovery-factor.ts'
import { totpFactor } from './totp-factor.ts'

const RECOVERY_LENGTH = 12

/** The method that is named, or else the one that the code looks like. Undefined when the account cannot use that method. */
export function typedMethod(methods: readonly SecondFactor[], typed: string, named: string | undefined): TypedFactor | undefined {
  const typeable = methods.filter((method) => method !== 'passkey')
  if (named !== undefined) return typeable.find((method) => method === named)
  const isRecovery = canonicalCode(typed).length === RECOVERY_LENGTH && typeable.includes('recovery')
  return isRecovery ? 'recovery' : typeable.find((method) => method !== 'recovery')
}

/** The caller has counted the guess already. */
export function checkTyped(context: Context, accountId: string, method: TypedFactor, typed: string, challengeId: string) {
  if (method === 'totp') return totpFactor.check(context, accountId, typed)
  if (method === 'recovery') return recoveryFactor.check(context, accountId, typed)
  return emailFactor.check(context, accountId, { challengeId, typed })
}
