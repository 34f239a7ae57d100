import { askOnce } from './ask-once.ts'
import type { Client, State } from './client.ts'

/** A store as Svelte reads it with `$auth`. In a browser the service is asked with the first subscription, and nothing on a server. */
export const authStore = (client: Client): { subscribe(run: (state: State) => void): () => void } => ({
  subscribe(run) {
    run(client.state())
    const leave = client.subscribe(run)
    if ('document' in globalThis) askOnce(client)
    return leave
  },
})
