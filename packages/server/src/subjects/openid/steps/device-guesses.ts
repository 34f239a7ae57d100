import type { Caller, Context } from '../../../gate/deps.ts'
import { bucketOf, tooMany } from '../../../gate/limits/limits.ts'
import { limitsIn } from '../../../gate/limits/tables/limits.ts'
import { networksOf } from '../../../platform/kernel/networks-of.ts'

const WINDOW_MS = 600_000
/** Of 25 billion codes: guesses through all the windows of a year find none. */
const PER_SESSION = 10
/** An office types at the same address. */
const PER_NETWORK = 60

/**
 * Counts a code before it is looked up, by session and by network: there is no account whose codes these are, so a new session of the same
 * guesser must not bring new guesses. Returns what takes the guess back.
 */
export async function countGuess({ deps, client, caller }: Context & { readonly caller: Caller }): Promise<() => Promise<void>> {
  const { store, clock, config } = deps
  if (!config.limits.enabled) return async () => undefined
  const now = clock.now()
  const session = bucketOf(deps, 'device-code-session', caller.session.id)
  const network = bucketOf(deps, 'device-code-network', networksOf(client.ip)[0] ?? client.ip)
  const window = { by: 1, expiresAt: now + WINDOW_MS }
  for (const [bucket, { count, expiresAt }] of await limitsIn(store).countAll([session, network], window, now))
    if (count > (bucket === session ? PER_SESSION : PER_NETWORK)) throw tooMany(deps, 'entry', expiresAt, WINDOW_MS)
  return async () => {
    for (const bucket of [session, network].toSorted()) await limitsIn(store).giveBack(bucket)
  }
}
