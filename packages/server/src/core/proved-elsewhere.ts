import { type AccountOrigin, originOf } from './account-origin.ts'
import type { Caller, Deps } from './deps.ts'
import { labelOf, type WaysIn, waysIn } from './ways-in.ts'

/** The proof and the session that it began are written in one transaction. */
const WITHIN_MS = 60_000

/** What the owner of a mailbox should know about an account that somebody else may have made. */
export interface ProvedElsewhere extends AccountOrigin, WaysIn {
  /** Providers that were removed, by the names that people know them by. */
  readonly removed: readonly string[]
}

/** For somebody whose session began with the first proof of the mailbox, in a browser that the account did not know. */
export async function provedElsewhere(deps: Deps, { account, session }: Caller): Promise<ProvedElsewhere | undefined> {
  const { store } = deps
  const { id: sessionId, createdAt } = session
  const filter = { type: 'email.verified', targetUserId: account.id, from: createdAt, to: createdAt + WITHIN_MS }
  const { events } = await store.audit.list(filter, 10, 0)
  const proof = events.find((event) => event.sessionId === sessionId && event.metadata['browser'] === 'unknown')
  if (!proof) return undefined
  const removed = String(proof.metadata['removed'] ?? '')
    .split(' ')
    .filter(Boolean)
  return {
    ...(await originOf(store, account)),
    ...(await waysIn(store, deps, account)),
    removed: removed.map((name) => labelOf(deps, name)),
  }
}
