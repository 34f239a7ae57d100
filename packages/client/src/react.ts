import { useEffect, useSyncExternalStore } from 'react'
import type { Client, State } from './client.ts'

/** What a server renders. A browser has to begin with the same, also where it knows more by then. */
const UNKNOWN: State = { status: 'unknown', user: null, session: null, isStale: false }

/** Those that wait for an answer. */
const asking = new WeakSet<Client>()

/** Who is signed in. It is asked once, however many want to know, and again when another tab has changed it. */
export function useAuth(client: Client): State {
  const state = useSyncExternalStore(client.subscribe, client.state, () => UNKNOWN)
  useEffect(() => {
    if (client.state().status !== 'unknown' || asking.has(client)) return
    asking.add(client)
    void client.load().finally(() => asking.delete(client))
  }, [client])
  return state
}
