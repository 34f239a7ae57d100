import { randomBytes } from 'node:crypto'
import { Failure, type Weakness } from '../kernel/errors.ts'
import { describeWeakness, type PasswordPolicy, passwordWeakness } from '../kernel/password-policy.ts'

interface HashCost {
  readonly memoryKib: number
  readonly timeCost: number
  readonly parallelism: number
}

/** The slow primitive, as a seam: tests count it, pause it and run it at a low cost. */
export interface PasswordHasher {
  hash(password: string, cost: HashCost): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
}

export interface PasswordOptions extends PasswordPolicy, HashCost {
  readonly hashConcurrency: number
  readonly hashQueue: number
}

export interface Passwords {
  /** What the password lacks, to fail with; undefined when it is good. */
  weakness(password: string): { readonly message: string; readonly weakness: Weakness } | undefined
  hash(password: string): Promise<string>
  /**
   * Without a hash, for an unknown or passwordless account, it does the same work against a hash that nothing
   * matches: the answer and its cost tell nothing about the account.
   */
  verify(password: string, hash: string | undefined): Promise<boolean>
  /** Whether the hash was made at another cost than the configured one. */
  isOutdated(hash: string): boolean
}

/** No request waits longer than this for its turn: by then its sender has given up. */
const MAX_WAIT_MS = 5000

/** Hashing saturates cores by design, so its concurrency is bounded and whoever finds the queue full is told so at once. */
export function createPasswords(options: PasswordOptions, hasher: PasswordHasher): Passwords {
  const inTurn = boundedQueue(options.hashConcurrency, options.hashQueue)
  const prefix = costPrefix(options)
  // A well-formed hash at the current cost whose digest is random: no password produces it.
  const unmatchable = `${prefix}${phcBytes(16)}$${phcBytes(32)}`

  return {
    weakness(password) {
      const weakness = passwordWeakness(password, options)
      return weakness && { message: describeWeakness(weakness), weakness }
    },
    hash: (password) => inTurn(() => hasher.hash(password.normalize('NFC'), options)),
    async verify(password, hash) {
      const isMatch = await inTurn(() => hasher.verify(hash ?? unmatchable, password.normalize('NFC')))
      return isMatch && hash !== undefined && password.isWellFormed()
    },
    isOutdated: (hash) => !hash.startsWith(prefix),
  }
}

const costPrefix = ({ memoryKib, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryKib},t=${timeCost},p=${parallelism}$`

const phcBytes = (length: number): string => randomBytes(length).toString('base64').replace(/=+$/, '')

function boundedQueue(concurrency: number, capacity: number) {
  const waiting: (() => void)[] = []
  let running = 0

  const turn = async (): Promise<void> => {
    if (running < concurrency) {
      running++
      return
    }
    if (waiting.length >= capacity) throw new Failure('overloaded', { retryAfter: 1 })
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(new Failure('overloaded', { retryAfter: 1 }))
      }, MAX_WAIT_MS)
      waiting.push(start)
    })
  }

  return async <T>(job: () => Promise<T>): Promise<T> => {
    await turn()
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
