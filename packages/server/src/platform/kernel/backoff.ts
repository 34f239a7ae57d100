/** Up to half of it is left out at random, so that what failed together is not tried again together. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random() / 2)

/** Before the next attempt after so many that failed: twice as long each time. */
export const backoffMs = (failures: number, firstMs: number, mostMs: number): number =>
  jittered(Math.min(firstMs * 2 ** (failures - 1), mostMs))
