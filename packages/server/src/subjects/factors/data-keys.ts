import { HOOKS } from '../../gate/hooks.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { type DataKey, dataKeyOf, newDataKey } from '../../platform/kernel/data-key.ts'
import { type KeyRing, seal, unsealBy } from '../../platform/kernel/keys.ts'
import type { Store } from '../../platform/store/store.ts'
import type { Connection } from '../../platform/store/table.ts'
import { dataKeysIn } from './tables/data-keys.ts'
import { pendingTotpSeedsIn } from './tables/pending-totp-seeds.ts'

const NAME = 'factors'

export class SealedByAnotherSecret extends Error {
  constructor() {
    super(
      'SECRET does not open the key under which authenticator seeds, recovery codes and signing keys are kept. Where it is lost for good, ' +
        'see `latchkey secret lost`; else start with the secret that was in force, ' +
        'or name it as PREVIOUS_SECRET.',
    )
  }
}

type Options = { readonly storeFor: () => Store; readonly ring: KeyRing; readonly clock: Clock }

/**
 * The key of authenticator seeds, recovery codes and signing keys is made with the first of them and kept in the database, sealed under
 * the secret: replacing the secret seals one row anew, not those of all accounts.
 */
export class DataKeys {
  readonly #options: Options
  #opened: Promise<DataKey> | undefined

  private constructor(options: Options) {
    this.#options = options
  }

  /** A key that cannot be opened stops the start, unless nothing is lost with it; pending seeds are dropped then. */
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
      for (const { holdsSealed } of HOOKS) if (await holdsSealed?.(store)) throw new SealedByAnotherSecret()
      await pendingTotpSeedsIn(store).removeAll()
      await dataKeysIn(store).remove(NAME, sealed)
    }
    return keys
  }

  /** For work that is taken back: before the first key is made, it gets one that is not kept. */
  forTrial(): DataKeys {
    if (this.#opened) return this
    const trial = new DataKeys(this.#options)
    trial.#opened = Promise.resolve(dataKeyOf(newDataKey()))
    return trial
  }

  get(): Promise<DataKey> {
    this.#opened ??= this.#make().catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  /** Another process may make a key at the same time: the key in the table counts. */
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

/** For commands that only read: undefined where there is none yet, or the secret does not open it. */
export async function readDataKey(tables: Connection, ring: KeyRing): Promise<DataKey | undefined> {
  const sealed = await dataKeysIn(tables).find(NAME)
  if (sealed === undefined) return undefined
  try {
    return dataKeyOf(unsealBy(ring, sealed).text)
  } catch {
    return undefined
  }
}

/** The key as it is kept, where neither secret opens it. */
export async function lostKey(tables: Connection, ring: KeyRing): Promise<string | undefined> {
  const sealed = await dataKeysIn(tables).find(NAME)
  return sealed === undefined || (await readDataKey(tables, ring)) ? undefined : sealed
}

/** Undefined where it is not the key any more that was lost. */
export async function replaceLostKey(tx: Connection, sealed: string, ring: KeyRing, now: number): Promise<DataKey | undefined> {
  const text = newDataKey()
  const isReplaced = await dataKeysIn(tx).replace({ name: NAME, sealed: seal(ring, text), createdAt: now }, sealed)
  return isReplaced ? dataKeyOf(text) : undefined
}

declare module '../../gate/deps.ts' {
  interface Deps {
    readonly dataKeys: DataKeys
  }
}
