/** The ways in which a caller proves again who they are. */
export const STEP_UP_METHODS = ['password', 'email', 'totp', 'recovery', 'passkey'] as const
export type StepUpMethod = (typeof STEP_UP_METHODS)[number]

/** The last proof that was given in a session: by signing in, or by a step-up. */
export interface Elevation {
  readonly method: StepUpMethod
  readonly at: number
  /** Since when the account has the factor that was shown; undefined for what is not enrolled. */
  readonly enrolledAt?: number | undefined
}
