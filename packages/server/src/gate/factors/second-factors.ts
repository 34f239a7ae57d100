/** In the order in which they are offered, the strongest first. */
export const SECOND_FACTORS = ['passkey', 'totp', 'recovery', 'email'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]
export type TypedFactor = Exclude<SecondFactor, 'passkey'>
