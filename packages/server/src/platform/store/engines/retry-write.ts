import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyedQueue } from '../../kernel/keyed-queue.ts'
import { busyAt } from './database-busy.ts'
import { codeOf } from './postgres-pool.ts'

const RETRIES = 3
/** serialization_failure, deadlock_detected, read_only_sql_transaction: nothing was written. */
const RETRYABLE = new Set(['40001', '40P01', '25006'])
/** The address was free when it was looked up, and taken before it was written. The next run sees that. */
const ADDRESS_TAKEN = 'accounts_email_key'
/** lock_not_available */
const LOCKED = '55P03'
/** How long a write may wait for its turn and its locks in all: less than an idle holder of them is left alone for. */
const WAIT_MS = 3000
const PAUSE_MS = 20

export class Held extends Error {
  readonly what: string

  constructor(what: string) {
    super('another transaction holds the same row')
    this.what = what
  }
}

export interface Attempt {
  readonly begun: number
  readonly deadline: number
  /** The row whose queue this write is the first of. */
  readonly turn: string | undefined
}

/** A write runs again only where the last run has written nothing. */
export async function retryWrite<T>(inLine: KeyedQueue, once: (attempt: Attempt) => Promise<T>): Promise<T> {
  const begun = performance.now()
  const deadline = begun + WAIT_MS
  let turn: string | undefined
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once({ begun, deadline, turn })
      } catch (error) {
        if (!mayRunAgain(error, attempt, deadline)) throw error
        if (error instanceof Held && error.what !== turn) {
          if (turn !== undefined) inLine.leave(turn)
          turn = undefined
          await inLine.join(error.what, busyAt(deadline))
          turn = error.what
        } else await sleep(Math.random() * PAUSE_MS * Math.min(attempt, RETRIES))
      }
    }
  } finally {
    if (turn !== undefined) inLine.leave(turn)
  }
}

function mayRunAgain(error: unknown, attempt: number, deadline: number): boolean {
  if (error instanceof Held || isLocked(error)) return performance.now() < deadline
  return attempt <= RETRIES && (RETRYABLE.has(codeOf(error) ?? '') || constraintOf(error) === ADDRESS_TAKEN)
}

const constraintOf = (error: unknown): unknown => (error as { readonly constraint?: unknown } | undefined)?.constraint

export const isLocked = (error: unknown): boolean => codeOf(error) === LOCKED
