/** Takes off up to half at random, so that attempts that failed together are not repeated together. */
export const jittered = (ms: number): number => ms * (0.5 + Math.random() / 2)

export const backoffMs = (failures: number, firstMs: number, mostMs: number): number =>
  jittered(Math.min(firstMs * 2 ** (failures - 1), mostMs))
