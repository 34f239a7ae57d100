import type { Stranger } from '../../platform/kernel/endpoint.ts'
import type { Deps } from '../deps.ts'

/**
 * Asks the database about a secret that a client shows. A secret that this process does not know counts as a stranger's until the
 * database knows it; one that the database did not know a moment ago costs no query. Without a `stranger` the request was counted
 * already.
 */
export async function lookUpSecret<T>(
  { shownTokens, clock }: Pick<Deps, 'shownTokens' | 'clock'>,
  hash: string,
  find: () => Promise<T | undefined>,
  stranger: Stranger | undefined,
): Promise<T | undefined> {
  if (stranger && shownTokens.isAbsent(hash, clock.now())) return undefined
  const counted = shownTokens.isMet(hash) ? undefined : stranger
  await counted?.count()
  const found = await find().catch((error: unknown) => {
    counted?.giveBack() // the client has learnt nothing
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
