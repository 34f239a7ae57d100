import { randomBytes } from 'node:crypto'
import type { Config } from '../../platform/config/schema.ts'
import type { Client } from '../../platform/kernel/endpoint.ts'
import type { Weakness } from '../../platform/kernel/errors.ts'
import { siteOf } from '../../platform/kernel/networks-of.ts'
import { type Observer, unobserved } from '../../platform/kernel/observer.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { fairQueue, type QueueLoad } from './fair-queue.ts'
import { guessability } from './guessable-password.ts'
import { describeWeakness, isTooLong, passwordWeakness } from './password-policy.ts'

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

/** The owner of the password. Undefined where the flow has still to find out. */
type Owner = { readonly email: string; readonly name: string } | undefined

type Sender = Pick<Client, 'ip'>

export interface Passwords {
  /** What the password lacks, to fail with; undefined when it is good. */
  weakness(password: string, owner: Owner): { readonly message: string; readonly weakness: Weakness } | undefined
  /** The turn is the client's: those of one network wait for each other. */
  hash(password: string, client: Sender): Promise<string>
  /**
   * Without a hash, for an unknown or passwordless account, it does the same work against a hash that nothing
   * matches: the answer and its cost tell nothing about the account.
   */
  verify(password: string, hash: string | undefined, client: Sender): Promise<boolean>
  /** Whether the hash was made at another cost than the configured one. */
  isOutdated(hash: string): boolean
  /** How busy it is, and how many were turned away since the start. */
  load(): QueueLoad
}

/** Hashing saturates cores by design, so its concurrency is bounded, and networks take turns. */
export function createPasswords(
  config: Pick<Config, 'passwords' | 'server'>,
  hasher: PasswordHasher,
  observer: Observer = unobserved,
): Passwords {
  const options = config.passwords
  const queue = fairQueue(options.hashConcurrency, options.hashQueue)
  const inTurn = <T>({ ip }: Sender, job: () => Promise<T>): Promise<T> =>
    queue.inTurn(siteOf(ip), () => observer.watch('hash', job))
  const prefix = costPrefix(options)
  const guessable = options.rejectCommon ? guessabilityFor(config.server) : () => undefined
  // A well-formed hash at the current cost whose digest is random: no password produces it.
  const unmatchable = `${prefix}${phcBytes(16)}$${phcBytes(32)}`

  return {
    weakness(password, owner) {
      const weakness = passwordWeakness(password, options) ?? guessable(password, owner)
      return weakness && { message: describeWeakness(weakness), weakness }
    },
    hash: (password, client) => inTurn(client, () => hasher.hash(password.normalize('NFC'), options)),
    async verify(password, hash, client) {
      // What is too long is no account's password, and costs the same hash as what is wrong.
      const text = isTooLong(password) ? undefined : password.normalize('NFC')
      const known = text === undefined ? undefined : hash
      const isMatch = await inTurn(client, () => hasher.verify(known ?? unmatchable, text ?? ''))
      return isMatch && known !== undefined && password.isWellFormed()
    },
    isOutdated: (hash) => !hash.startsWith(prefix),
    load: queue.load,
  }
}

/** The list is read only where it is asked for. */
function guessabilityFor({ appName, publicUrl }: Config['server']) {
  const list = loadCommonPasswords()
  const ofService = [appName, new URL(publicUrl).hostname]
  return (password: string, owner: Owner): Weakness | undefined => {
    const ofOwner = owner ? [owner.name, owner.email, owner.email.replace(/@.*$/, '')] : []
    return guessability(password, list, [...ofService, ...ofOwner])
  }
}

const costPrefix = ({ memoryKib, timeCost, parallelism }: HashCost): string =>
  `$argon2id$v=19$m=${memoryKib},t=${timeCost},p=${parallelism}$`

const phcBytes = (length: number): string => randomBytes(length).toString('base64').replace(/=+$/, '')
