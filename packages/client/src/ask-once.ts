import type { Client, State } from './client.ts'

/** The state that a server renders. A browser has to render the same first, even if it knows more by then. */
export const UNKNOWN: State = { status: 'unknown', user: null, session: null, isStale: false }

const asking = new WeakSet<Client>()

/** Asks the service who is signed in, once, however many parts of a page want to know. */
export function askOnce(client: Client): void {
  if (client.state().status !== 'unknown' || asking.has(client)) return
  asking.add(client)
  void client.load().finally(() => asking.delete(client))
}
