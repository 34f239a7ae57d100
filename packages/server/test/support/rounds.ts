import { figure } from './form.ts'

/** How often every race is run. `RACE_ROUNDS=200` takes hours. */
export const ROUNDS = figure('RACE_ROUNDS', { short: 1, full: 10 })
export const timeout = 60_000 + ROUNDS * 10_000

/** Callers released together. */
export const together = <T>(count: number, caller: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => caller(n)))
