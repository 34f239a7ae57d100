import type { Refusal } from '../clients/refusals.ts'

/** How the token endpoint refuses a client that it knows. */
export const tokenErrors = [
  ...(['invalid_grant', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope', 'invalid_target'] as const),
  ...(['authorization_pending', 'slow_down', 'device_denied', 'expired_token'] as const),
] as const

/** A value, because what a second use of a code ends stays ended: a failure would roll it back. */
export interface Refused {
  readonly refused: (typeof tokenErrors)[number]
  /** For those who run the application. The program that asks is told no more than what it can mend. */
  readonly why: Refusal | undefined
}

export const refused = (code: Refused['refused'], why?: Refusal): Refused => ({ refused: code, why })
