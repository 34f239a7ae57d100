import type { Caller, Context } from '../../../gate/deps.ts'
import { elevationRefusal } from '../../../gate/factors/step-up.ts'
import { confirmPassword } from '../../../gate/passwords/confirm-password.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'

type Refusal = 'step_up_required' | 'two_factor_password_required' | 'invalid_credentials'

/** Why a mailed second factor is not switched: the password is asked for, or a step-up where there are no passwords. */
export async function ownerRefusal(call: Context & { readonly caller: Caller }, password: string): Promise<Refusal | undefined> {
  if (!hasPasswords(call.deps.config)) return (await elevationRefusal(call.deps, call.caller)) && 'step_up_required'
  if (password === '') return 'two_factor_password_required'
  return (await confirmPassword(call, password)) ? undefined : 'invalid_credentials'
}
