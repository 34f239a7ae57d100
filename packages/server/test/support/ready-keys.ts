/** A database has fewer at a time, so that no two of its own are the same. */
const MOST = 4

const { subtle } = globalThis.crypto

/**
 * A key for RS256 takes a fifth of a second of a core, and every service with an application has one. So a worker makes a few, and services get
 * them in turn; whatever becomes of a key after that is as it always is. A worker may load this module more than once, as a part of a copy.
 */
export function readyKeys(): void {
  if (Object.hasOwn(subtle, 'generateKey')) return
  const original = subtle.generateKey.bind(subtle)
  const ready: ReturnType<typeof original>[] = []
  let turn = 0
  const handed = (...asked: Parameters<typeof original>) => {
    if (!JSON.stringify(asked).startsWith('[{"name":"RSASSA-PKCS1-v1_5","modulusLength":2048,')) return original(...asked)
    const place = turn++ % MOST
    const key = ready[place] ?? original(...asked)
    ready[place] = key
    return key
  }
  Object.defineProperty(subtle, 'generateKey', { value: handed })
}
