/** With `SESSION_CACHE=off` services under test keep no session in memory: the long suites run once with and once without. */
export const cacheSetting: Readonly<Record<string, string>> =
  process.env['SESSION_CACHE'] === 'off' ? { SESSION_CACHE_SIZE: '0' } : {}
