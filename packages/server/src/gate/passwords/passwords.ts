import { randomBytes } from 'node:crypto'
import type { Config } from '../../platform/config/schema.ts'
import type { Client } from '../../platform/kernel/endpoint.ts'
import type { Weakness } from '../../platform/kernel/errors.ts'
import { siteOf } from '../../platform/kernel/networks-of.ts'
import { type Observer, unobserved } from '../../platform/kernel/observer.ts'
import type { BreachedPasswords } from './breached-passwords.ts'
import { loadCommonPasswords } from './common-passwords.ts'
import { fairQueue, type QueueLoad } from './fair-queue.ts'
import type { ForeignHashes, OpenedHash } from './foreign/foreign-hashes.ts'
import { isForeignHash } from './foreign/is-foreign.ts'
import { guessability } from './guessable-password.ts'
import { describeWeakness, isTooLong, passwordWeakness } from './password-policy.ts'
import type { PasswordRefusal } from './password-refusal.ts'

export type HashCost = { readonly memoryKib: number; readonly timeCost: number; readonly parallelism: number }

/** A seam: tests count calls, pause them and run them at a low cost. */
export interface PasswordHasher {
  hash(password: string, cost: HashCost): Promise<string>
  verify(hash: string, password: string): Promise<boolean>
  /** Of a hash that another system has made. */
  verifyForeign(hash: OpenedHash, password: string): Promise<boolean>
}

/** Undefined where the flow has yet to find out who owns the password. */
type Owner = { readonly email: string; readonly name: string } | undefined

/** Whose password is compared: an account, or an address without one. */
type Compared = { readonly id: string | undefined; readonly email: string; readonly passwordHash: string | undefined }

type Sender = Pick<Client, 'ip'>

export interface Passwords {
  weakness(password: string, owner: Owner): { readonly message: string; readonly weakness: Weakness } | undefined
  /** Why it cannot be set, its weakness included. Never asked at a sign-in, which would lock people out. */
  refusal(password: string, owner: Owner): Promise<PasswordRefusal | undefined>
  /** The clients of one network wait for each other. */
  hash(password: string, client: Sender): Promise<string>
  /**
   * Without a hash, the same work is done against one that nothing matches, so that the cost reveals nothing of the account. Where accounts
   * have hashes of other systems, as many addresses without an account cost what those cost.
   */
  verify(password: string, account: Compared, client: Sender): Promise<boolean>
  /** Whether the hash was made by another system, or at another cost than the configured one. */
  isOutdated(hash: string): boolean
  /** What addresses without an account cost follows what accounts have. */
  refreshDecoys(): Promise<void>
  load(): QueueLoad
}

interface PasswordParts {
  readonly observer?: Observer
  readonly breached?: BreachedPasswords | undefined
  /** Hashes of other systems. Undefined where no password is compared. */
  readonly foreign?: ForeignHashes
}

/** Hashing saturates cores by design, so its concurrency is bounded, and networks take turns. */
export function createPasswords(
  config: Pick<Config, 'passwords' | 'server'>,
  hasher: PasswordHasher,
  { observer = unobserved, breached, foreign }: PasswordParts = {},
): Passwords {
  const options = config.passwords
  const queue = fairQueue(options.hashConcurrency, options.hashQueue)
  const inTurn = <T>({ ip }: Sender, job: () => Promise<T>): Promise<T> =>
    queue.inTurn(siteOf(ip), () => observer.watch('hash', job))
  const prefix = costPrefix(options)
  const guessable = options.rejectCommon ? guessabilityFor(config.server) : () => undefined
  // A well-formed hash at the current cost with a random digest, which no password produces.
  const unmatchable = `${prefix}${phcBytes(16)}$${phcBytes(32)}`

  /** Nothing is waited for while others wait for their turn. */
  const comparerOf = async (stored: string, accountId: string | undefined) => {
    if (!isForeignHash(stored)) return (text: string) => hasher.verify(stored, text.normalize('NFC'))
    const opened = await foreign?.open(stored, accountId)
    if (opened) return (text: string) => hasher.verifyForeign(opened, text)
    return async () => (await hasher.verify(unmatchable, '')) && false
  }

  const weaknessOf: Passwords['weakness'] = (password, owner) => {
    const weakness = passwordWeakness(password, options) ?? guessable(password, owner)
    return weakness && { message: describeWeakness(weakness), weakness }
  }

  return {
    weakness: weaknessOf,
    async refusal(password, owner) {
      const weak = weaknessOf(password, owner)
      if (weak) return { refusal: 'weak_password', ...weak }
      return (await breached?.has(password)) ? { refusal: 'password_compromised' } : undefined
    },
    hash: (password, client) => inTurn(client, () => hasher.hash(password.normalize('NFC'), options)),
    async verify(password, { id, email, passwordHash: hash }, client) {
      // A password that is too long costs the same hash as a wrong one.
      const text = isTooLong(password) ? undefined : password
      const known = text === undefined ? undefined : hash
      const decoy = foreign?.decoyFor(email) ?? unmatchable // drawn for accounts as well, so that all cost the same
      const compare = await comparerOf(hash ?? decoy, id)
      const isMatch = await inTurn(client, () => compare(text ?? ''))
      return isMatch && known !== undefined && password.isWellFormed()
    },
    isOutdated: (hash) => !hash.startsWith(prefix),
    refreshDecoys: async () => foreign?.refresh(),
    load: queue.load,
  }
}

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
