interface Argon2Cost {
  readonly m: number
  readonly t: number
  readonly p: number
}

export const MAX_ARGON2_MEMORY_KIB = 256 * 1024
export const MAX_ARGON2_PASSES = 16
export const MAX_ARGON2_WORK = 2 ** 20

export const isBoundedArgon2 = ({ m, t, p }: Argon2Cost): boolean =>
  p >= 1 &&
  p <= MAX_ARGON2_PASSES &&
  t >= 1 &&
  t <= MAX_ARGON2_PASSES &&
  m >= 8 * p &&
  m <= MAX_ARGON2_MEMORY_KIB &&
  m * t <= MAX_ARGON2_WORK
