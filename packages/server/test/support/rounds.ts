/** How often every race is run. `RACE_ROUNDS=200` is the long form. */
export const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 2)
export const timeout = 60_000 + ROUNDS * 10_000

/** Callers released together. */
export const together = <T>(count: number, caller: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => caller(n)))
