import type { Stranger } from '../../platform/kernel/stranger.ts'
import type { Deps } from '../deps.ts'

/**
 * Asks the database about a secret that a client shows. One that this process does not know counts first, where it is a stranger's
 * so far, and no longer once it turns out that it is not; one that was none a moment ago is none without a query. Where no stranger
 * is named the request was counted already, and the database is asked.
 */
export async function askAbout<T>(
  { shownTokens, clock }: Pick<Deps, 'shownTokens' | 'clock'>,
  hash: string,
  find: () => Promise<T | undefined>,
  stranger: Stranger | undefined,
): Promise<T | undefined> {
  if (stranger && shownTokens.isAbsent(hash, clock.now())) return undefined
  const counted = shownTokens.isMet(hash) ? undefined : stranger
  await counted?.count()
  const found = await find().catch((error: unknown) => {
    counted?.giveBack() // nothing was told
    throw error
  })
  if (found === undefined) {
    shownTokens.miss(hash, clock.now())
  } else {
    shownTokens.meet(hash)
    counted?.giveBack()
  }
  return found
}
