/**
 * The other tabs of this origin. They are told that something has changed and never what, so each asks the service itself.
 * `inTurn` lets one tab work at a time, where the browser has locks: not on plain HTTP, and not on a server.
 */
export interface Tabs {
  tell(): void
  inTurn<T>(work: () => Promise<T>): Promise<T>
}

type WithLocks = { navigator?: { locks?: { request<T>(key: string, work: () => Promise<T>): Promise<T> } } }

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
