export const STEP_UP_METHODS = ['password', 'email', 'totp', 'recovery', 'passkey'] as const
export type StepUpMethod = (typeof STEP_UP_METHODS)[number]

export interface Elevation {
  readonly method: StepUpMethod
  readonly at: number
  /** Since when the account has the factor that was shown; undefined for a factor that is not enrolled. */
  readonly enrolledAt?: number | undefined
}

/** In the order in which they are offered, the strongest first. */
export const SECOND_FACTORS = ['passkey', 'totp', 'recovery', 'email'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]
export type TypedFactor = Exclude<SecondFactor, 'passkey'>
