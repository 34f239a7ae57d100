/**
 * The other tabs of this origin. They are told that something has changed, and never what: each asks the service for itself. And
 * what only one of them may do at a time waits for its turn, where the browser can keep one: on plain HTTP, and on a server, it
 * cannot.
 */
export interface Tabs {
  tell(): void
  inTurn<T>(work: () => Promise<T>): Promise<T>
}

interface WithLocks {
  navigator?: { locks?: { request<T>(key: string, work: () => Promise<T>): Promise<T> } }
}

export function openTabs(name: string, onChange: () => void): Tabs {
  const key = `latchkey ${name}`
  if (typeof BroadcastChannel === 'undefined' || !('document' in globalThis)) {
    return { tell: () => undefined, inTurn: (work) => work() }
  }
  const channel = new BroadcastChannel(key)
  channel.onmessage = onChange
  return {
    tell: () => channel.postMessage('changed'),
    inTurn: (work) => (globalThis as WithLocks).navigator?.locks?.request(key, work) ?? work(),
  }
}
