import type { Chore } from '../../../gate/subject.ts'
import { ALGORITHMS } from '../clients/client.ts'
import { signingKeysIn } from '../tables/signing-keys.ts'
import { rotateKey } from './rotate.ts'
import { isDue } from './schedule.ts'

/**
 * Publishes the next key a day before it signs, and forgets one whose tokens no session can have any more: until then they are known as
 * hints. Where there is no key yet, there is no application that needs one.
 */
export const keepKeysFresh: Chore = async (context, now) => {
  const { store, config } = context.deps
  const table = signingKeysIn(store)
  const keys = await table.list()
  for (const algorithm of ALGORITHMS) {
    const own = keys.filter((key) => key.algorithm === algorithm)
    if (own.length > 0 && isDue(own, now)) await rotateKey(context, algorithm, 'due')
  }
  const forgotten = now - config.sessions.maxLifetime
  if (keys.some(({ publishedUntil = now }) => publishedUntil < forgotten)) await table.removeOlder(forgotten)
  return false
}
