/** On a server: the visitor's cookies, as the service has changed them so far, and what their browser has to be told. */
export interface CookieJar {
  /** For the next request; undefined where the browser keeps them itself. */
  header(): string | undefined
  take(answer: Response): void
  /** `Set-Cookie` lines. */
  lines(): readonly string[]
}

export function cookieJar(sent: string | undefined): CookieJar {
  const lines: string[] = []
  const pairs = new Map((sent ?? '').split(';').map((pair) => [pair.split('=')[0]?.trim() ?? '', pair.trim()] as const))
  return {
    header: () => (sent === undefined ? undefined : [...pairs.values()].filter((pair) => pair !== '').join('; ')),
    take({ headers }) {
      // Browsers keep them to themselves.
      for (const line of headers.getSetCookie?.() ?? []) {
        lines.push(line)
        const [pair = ''] = line.split(';')
        const name = pair.split('=')[0] ?? ''
        if (/;\s*max-age=0\b/i.test(line)) pairs.delete(name)
        else pairs.set(name, pair)
      }
    },
    lines: () => [...lines],
  }
}
