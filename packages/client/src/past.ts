import type { CookieJar } from './cookie-jar.ts'

interface PageStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/**
 * Whether a renewal is worth trying. A page cannot see our cookies, so it stores that a person has signed in here; on a server
 * the cookie tells, and storage would be shared by all visitors.
 */
export function pastOf(baseUrl: string, jar: CookieJar): { hasEntered(): boolean; note(isSignedIn: boolean): void } {
  const key = `latchkey ${baseUrl}`
  if (!('document' in globalThis)) return { hasEntered: () => /refresh=/.test(jar.header() ?? ''), note: () => undefined }
  return {
    hasEntered: () => inStorage((storage) => storage.getItem(key)) !== null,
    note: (isSignedIn) => inStorage((storage) => (isSignedIn ? storage.setItem(key, '1') : storage.removeItem(key))),
  }
}

/** Where a page may store nothing, even reading `localStorage` throws. */
function inStorage<T>(use: (storage: PageStorage) => T): T | undefined {
  try {
    return use((globalThis as unknown as { localStorage: PageStorage }).localStorage)
  } catch {
    return undefined
  }
}
