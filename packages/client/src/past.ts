import type { CookieJar } from './cookie-jar.ts'

/** Of a page's storage what is used here. */
interface Notes {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Whether there may be something to renew. A page cannot see our cookies, so it is noted that somebody has signed in here:
 * for visitors who never did, no renewal is tried. A server sees the cookie itself, and what it stores would be everybody's.
 */
export function pastOf(baseUrl: string, jar: CookieJar): { hasEntered(): boolean; note(isSignedIn: boolean): void } {
  const key = `latchkey ${baseUrl}`
  if (!('document' in globalThis)) return { hasEntered: () => /refresh=/.test(jar.header() ?? ''), note: () => undefined }
  return {
    hasEntered: () => inStorage((storage) => storage.getItem(key)) !== null,
    note: (isSignedIn) => inStorage((storage) => (isSignedIn ? storage.setItem(key, '1') : storage.removeItem(key))),
  }
}

/** Where a page may store nothing, even to look at the storage fails. */
function inStorage<T>(use: (storage: Notes) => T): T | undefined {
  try {
    return use((globalThis as unknown as { localStorage: Notes }).localStorage)
  } catch {
    return undefined
  }
}
