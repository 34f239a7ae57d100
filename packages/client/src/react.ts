import { useEffect, useSyncExternalStore } from 'react'
import { askOnce, UNKNOWN } from './ask-once.ts'
import type { Client, State } from './client.ts'

/** The service is asked once, however many components use the hook, and again when another tab has changed the session. */
export function useAuth(client: Client): State {
  const state = useSyncExternalStore(client.subscribe, client.state, () => UNKNOWN)
  useEffect(() => askOnce(client), [client])
  return state
}
