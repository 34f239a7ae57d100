import type { Clock } from '../../platform/kernel/clock.ts'
import { type DataKey, dataKeyOf, newDataKey } from '../../platform/kernel/data-key.ts'
import { type KeyRing, seal, unsealBy } from '../../platform/kernel/keys.ts'
import type { Store } from '../../platform/store/store.ts'
import { dataKeysIn } from './tables/data-keys.ts'
import { pendingTotpSeedsIn } from './tables/pending-totp-seeds.ts'
import { recoveryCodesIn } from './tables/recovery-codes.ts'
import { totpSeedsIn } from './tables/totp-seeds.ts'

const NAME = 'factors'

/** What factors are kept under was sealed with a secret that this process has not. */
export class SealedByAnotherSecret extends Error {
  constructor() {
    super(
      'SECRET does not open the key under which authenticator seeds and recovery codes are kept: start with the secret that was in force, ' +
        'or name it as PREVIOUS_SECRET.',
    )
  }
}

interface Options {
  readonly storeFor: () => Store
  readonly ring: KeyRing
  readonly clock: Clock
}

/**
 * The key of authenticator seeds and recovery codes. It is made when the first of them is, and is in the database, sealed under the
 * secret: replacing the secret seals one row anew, and not those of all accounts.
 */
export class DataKeys {
  readonly #options: Options
  #opened: Promise<DataKey> | undefined

  private constructor(options: Options) {
    this.#options = options
  }

  /** Refuses to go on where there is a key that cannot be opened, unless nothing was ever kept under it; what waits for a first code begins again. */
  static async open(options: Options): Promise<DataKeys> {
    const keys = new DataKeys(options)
    const { storeFor, ring } = options
    const store = storeFor()
    const sealed = await dataKeysIn(store).find(NAME)
    if (sealed === undefined) return keys
    try {
      const { text, key } = unsealBy(ring, sealed)
      if (key !== ring[0]) await dataKeysIn(store).reseal(NAME, sealed, seal(ring, text))
      keys.#opened = Promise.resolve(dataKeyOf(text))
    } catch {
      const isUsed = (await totpSeedsIn(store).hasAny()) || (await recoveryCodesIn(store).hasAny())
      if (isUsed) throw new SealedByAnotherSecret()
      await pendingTotpSeedsIn(store).removeAll()
      await dataKeysIn(store).remove(NAME, sealed)
    }
    return keys
  }

  get(): Promise<DataKey> {
    this.#opened ??= this.#make().catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  /** Another process may make it at the same time: the one that is in the table counts. */
  async #make(): Promise<DataKey> {
    const { storeFor, ring, clock } = this.#options
    const dataKeys = dataKeysIn(storeFor())
    await dataKeys.add(NAME, seal(ring, newDataKey()), clock.now())
    const sealed = await dataKeys.find(NAME)
    if (sealed === undefined) throw new Error('a data key was written and is not there')
    try {
      return dataKeyOf(unsealBy(ring, sealed).text)
    } catch {
      throw new SealedByAnotherSecret()
    }
  }
}

declare module '../../gate/deps.ts' {
  interface Deps {
    readonly dataKeys: DataKeys
  }
}
