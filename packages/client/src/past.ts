import type { CookieJar } from './cookie-jar.ts'

/** Of a page's storage what is used here. */
interface Notes {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Whether there may be something to renew. A page cannot see our cookies, so it is noted that somebody has signed in here:
 * for visitors who never did, no renewal is tried. A server sees the cookie itself.
 */
export function pastOf(baseUrl: string, jar: CookieJar): { hasEntered(): boolean; note(isSignedIn: boolean): void } {
  const key = `latchkey ${baseUrl}`
  const storage = (globalThis as { localStorage?: Notes }).localStorage
  return {
    hasEntered: () => (storage ? storage.getItem(key) !== null : /refresh=/.test(jar.header() ?? '')),
    note(isSignedIn) {
      if (isSignedIn) storage?.setItem(key, '1')
      else storage?.removeItem(key)
    },
  }
}
