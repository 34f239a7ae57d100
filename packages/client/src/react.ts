import { useEffect, useSyncExternalStore } from 'react'
import type { Client, State } from './client.ts'

/** The state that a server renders. A browser has to render the same first, even if it knows more by then. */
const UNKNOWN: State = { status: 'unknown', user: null, session: null, isStale: false }

const asking = new WeakSet<Client>()

/** The service is asked once, however many components use the hook, and again when another tab has changed the session. */
export function useAuth(client: Client): State {
  const state = useSyncExternalStore(client.subscribe, client.state, () => UNKNOWN)
  useEffect(() => {
    if (client.state().status !== 'unknown' || asking.has(client)) return
    asking.add(client)
    void client.load().finally(() => asking.delete(client))
  }, [client])
  return state
}
