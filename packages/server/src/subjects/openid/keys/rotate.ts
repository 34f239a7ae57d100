import type { Context } from '../../../gate/deps.ts'
import { inTransaction, type Transaction } from '../../../gate/transaction.ts'
import type { Algorithm } from '../clients/client.ts'
import { signingKeysIn } from '../tables/signing-keys.ts'
import { lockKeys, type MadeKey, makeKey } from './keep-keys.ts'
import { isDue, isWaiting, PUBLISHED_BEFORE_MS, publishedUntil } from './schedule.ts'

/**
 * - `due`: 90 days are over.
 * - `asked`: the next key is published now and signs in a day; while one waits already, nothing is done.
 * - `leaked`: the next one signs at once, and nothing that another has signed counts from now on.
 */
export type Rotation = 'due' | 'asked' | 'leaked'

/** The key is made before the transaction; of processes that rotate at once, one adds its own. */
export async function rotateKey<C extends Context>(
  context: C,
  algorithm: Algorithm,
  why: Rotation,
  {
    lock = async () => undefined,
    actorId,
  }: { readonly lock?: (tx: Transaction<C>) => Promise<unknown>; readonly actorId?: string } = {},
): Promise<boolean> {
  const made = await makeKey(context.deps, algorithm)
  return inTransaction(context, async (tx) => {
    await lock(tx)
    await lockKeys(tx)
    if (!(await replace(tx, made, why))) return false
    await tx.record('oidc.key.rotated', { actorId, metadata: { algorithm, kid: made.kid, reason: why } })
    return true
  })
}

async function replace(tx: Transaction, made: MadeKey, why: Rotation): Promise<boolean> {
  const table = signingKeysIn(tx)
  const now = tx.deps.sharedTime.now()
  const keys = await table.listFor(made.algorithm)
  if (why === 'due' && (keys.length === 0 || !isDue(keys, now))) return false
  if (why === 'asked' && keys.some((key) => isWaiting(key, now))) return false
  const signsFrom = why === 'leaked' || keys.length === 0 ? now : now + PUBLISHED_BEFORE_MS
  if (why === 'leaked') await table.removeAll(made.algorithm)
  else await table.retire(made.algorithm, signsFrom, publishedUntil(signsFrom))
  await table.add({ ...made, createdAt: now, signsFrom, signsUntil: undefined, publishedUntil: undefined })
  return true
}
