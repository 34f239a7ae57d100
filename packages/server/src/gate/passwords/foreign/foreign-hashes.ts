import { createHmac } from 'node:crypto'
import type { DataKey } from '../../../platform/kernel/data-key.ts'
import type { Store } from '../../../platform/store/store.ts'
import { passwordKindsIn } from '../tables/password-kinds.ts'
import { OWN_KIND } from './kinds.ts'
import type { StoredHash } from './scheme.ts'

export interface OpenedHash {
  readonly stored: StoredHash
  /** The pepper or key that it needs. */
  readonly secret: Buffer | undefined
}

interface Options {
  readonly storeFor: () => Store
  readonly dataKey: () => Promise<DataKey>
  /** Draws the decoys. */
  readonly key: Buffer
  readonly onUnreadable: (accountId: string, problem: string) => void
}

interface Decoy {
  readonly kind: string
  readonly accounts: number
  /** Undefined for hashes of our own. */
  readonly text: string | undefined
}

/** For a decoy, which needs a secret though there is none. */
const NO_SECRET = Buffer.alloc(64)

/**
 * Hashes that other systems have made, as far as a sign-in meets them. What compares them is loaded with the first of them.
 */
export class ForeignHashes {
  readonly #options: Options
  #decoys: readonly Decoy[] = []

  constructor(options: Options) {
    this.#options = options
  }

  /** Reads anew how many accounts have which kind of hash. */
  async refresh(): Promise<void> {
    const kinds = await passwordKindsIn(this.#options.storeFor()).list()
    if (kinds.every(({ kind }) => kind === OWN_KIND)) {
      this.#decoys = []
      return
    }
    const { decoyOf } = await import('./decoy.ts')
    const known = new Map(this.#decoys.map(({ kind, text }) => [kind, text]))
    this.#decoys = kinds.map(({ kind, accounts }) => ({ kind, accounts, text: known.get(kind) ?? decoyOf(kind) }))
  }

  /**
   * What is compared in place of the hash of an address without one. Drawn by the address, so that it is the same each time, from the kinds
   * that accounts have; when an account changes its kind, few addresses follow, and into the kind that has become more frequent. Undefined
   * for a decoy like our own hashes.
   */
  decoyFor(email: string): string | undefined {
    let best: Decoy | undefined
    let least = Number.POSITIVE_INFINITY
    for (const decoy of this.#decoys) {
      const score = -Math.log(this.#fraction(`${decoy.kind}\n${email}`)) / decoy.accounts
      if (score < least) [best, least] = [decoy, score]
    }
    return best?.text
  }

  /** Undefined for one that no password is compared with. */
  async open(text: string, accountId: string | undefined): Promise<OpenedHash | undefined> {
    const { onUnreadable } = this.#options
    const { openForeign } = await import('./compare-foreign.ts')
    const opened = openForeign(text)
    if ('problem' in opened) {
      if (accountId !== undefined) onUnreadable(accountId, opened.problem) // a decoy is like the row that it is drawn after
      return undefined
    }
    const { k: keyId } = opened.parameters
    if (keyId === undefined) return { stored: opened, secret: undefined }
    const secret = await this.#secretOf(keyId)
    if (secret || accountId === undefined) return { stored: opened, secret: secret ?? NO_SECRET }
    onUnreadable(accountId, 'the key that it needs is not there')
    return undefined
  }

  async #secretOf(keyId: string): Promise<Buffer | undefined> {
    const { storeFor, dataKey } = this.#options
    const { findHashKey } = await import('./hash-keys.ts')
    return findHashKey(storeFor(), dataKey, keyId)
  }

  /** Above zero, and at most one. */
  #fraction(text: string): number {
    const bytes = createHmac('sha256', this.#options.key).update(text).digest()
    return (bytes.readUIntBE(0, 6) + 1) / 2 ** 48
  }
}
