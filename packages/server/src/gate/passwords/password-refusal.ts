import type { FailureDetail } from '../../platform/kernel/errors.ts'

/** Why a password cannot be set, for every endpoint that sets one. */
export const PASSWORD_REFUSALS = ['weak_password', 'password_compromised'] as const

export type PasswordRefusal = { readonly refusal: (typeof PASSWORD_REFUSALS)[number] } & FailureDetail

/** For pages: the field that such a refusal is shown at. */
export const passwordRefusedAt = <Field extends string>(field: Field) => ({
  weak_password: field,
  password_compromised: field,
})
