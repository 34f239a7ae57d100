import type { Deps } from '../../../gate/deps.ts'
import { sealBytes } from '../../../platform/kernel/data-key.ts'
import { lock } from '../../../platform/store/locks.ts'
import type { Connection } from '../../../platform/store/table.ts'
import { ALGORITHMS, type Algorithm } from '../clients/client.ts'
import { type SigningKey, signingKeysIn } from '../tables/signing-keys.ts'
import { newKey } from './new-key.ts'

/** Sealed, so that it can be kept. Made before a transaction begins. */
export type MadeKey = Pick<SigningKey, 'kid' | 'algorithm' | 'publicKey' | 'sealed'>

export async function makeKey({ dataKeys }: Pick<Deps, 'dataKeys'>, algorithm: Algorithm): Promise<MadeKey> {
  const { kid, publicKey, privateKey } = await newKey(algorithm)
  const { signing } = await dataKeys.get()
  return { kid, algorithm, publicKey, sealed: sealBytes(signing, kid, privateKey) }
}

/** Held before keys are looked at that are to change, so that of many processes one changes them. */
export const lockKeys = (tx: Connection): Promise<void> => lock(tx.sql, 'signing-keys')

/** With the first application, for every algorithm that one may have. A first key signs at once: no application has read one before. */
export async function makeFirstKeys(deps: Deps): Promise<void> {
  for (const algorithm of ALGORITHMS) await keysFor(deps, algorithm)
}

/** Newest first, and never none. */
export async function keysFor(deps: Deps, algorithm: Algorithm): Promise<readonly SigningKey[]> {
  const known = await signingKeysIn(deps.store).listFor(algorithm)
  if (known.length > 0) return known
  const made = await makeKey(deps, algorithm)
  return deps.store.transaction(async (tx) => {
    await lockKeys(tx)
    const meanwhile = await signingKeysIn(tx).listFor(algorithm)
    if (meanwhile.length > 0) return meanwhile
    const now = deps.sharedTime.now()
    const key = { ...made, createdAt: now, signsFrom: now, signsUntil: undefined, publishedUntil: undefined }
    await signingKeysIn(tx).add(key)
    return [key]
  })
}
