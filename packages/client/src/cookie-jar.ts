/** On a server: the visitor's cookies, as the service has changed them so far, and what their browser has to be told. */
export interface CookieJar {
  /** For the next request; undefined where the browser keeps them itself. */
  header(): string | undefined
  take(answer: Response): void
  /** `Set-Cookie` lines. */
  lines(): readonly string[]
}

export const isCookie = (header: string): boolean => header.toLowerCase() === 'cookie'

const nameOf = (pair: string): string => pair.split('=')[0]?.trim() ?? ''

export function cookieJar(headers: Readonly<Record<string, string>> = {}): CookieJar {
  const lines: string[] = []
  const brought = Object.entries(headers).find(([name]) => isCookie(name))
  // As they came: of two with one name the service believes neither, and it is not for us to pick one.
  let pairs = (brought?.[1] ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
  return {
    header: () => (brought ? pairs.join('; ') : undefined),
    take(answer) {
      // Browsers keep them to themselves.
      for (const line of answer.headers.getSetCookie?.() ?? []) {
        // Kept by a client that is nobody's, they would be there for the next visitor.
        if (!brought)
          throw new Error('On a server make one client for each request, with the `cookie` of its visitor or an empty one')
        lines.push(line)
        const [pair = ''] = line.split(';')
        pairs = pairs.filter((one) => nameOf(one) !== nameOf(pair))
        if (!/;\s*max-age=0\b/i.test(line)) pairs.push(pair)
      }
    },
    lines: () => [...lines],
  }
}
