import { useEffect, useSyncExternalStore } from 'react'
import type { Client, State } from './client.ts'

/** Who is signed in. It is asked once, and again when another tab has changed it. */
export function useAuth(client: Client): State {
  const state = useSyncExternalStore(client.subscribe, client.state, client.state)
  useEffect(() => {
    if (client.state().status === 'unknown') void client.load()
  }, [client])
  return state
}
