/**
 * Tells the other tabs of this origin that something has changed, and never what: each asks the service for itself. On a server
 * there are none.
 */
export function openTabs(name: string, onChange: () => void): { tell(): void } {
  if (typeof BroadcastChannel === 'undefined' || !('document' in globalThis)) return { tell: () => undefined }
  const channel = new BroadcastChannel(`latchkey ${name}`)
  channel.onmessage = onChange
  return { tell: () => channel.postMessage('changed') }
}
