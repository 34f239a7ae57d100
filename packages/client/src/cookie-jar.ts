/** On a server: the visitor's cookies with the changes that the service has made, and the lines that pass these on. */
export interface CookieJar {
  /** Undefined in a browser, which sends its cookies itself. */
  header(): string | undefined
  take(answer: Response): void
  lines(): readonly string[]
}

export const isCookie = (header: string): boolean => header.toLowerCase() === 'cookie'

const nameOf = (pair: string): string => pair.split('=')[0]?.trim() ?? ''

export function cookieJar(headers: Readonly<Record<string, string>> = {}): CookieJar {
  const lines: string[] = []
  const brought = Object.entries(headers).find(([name]) => isCookie(name))
  // Duplicates stay: of two cookies with one name the service believes neither, and we must not pick one.
  let pairs = (brought?.[1] ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
  return {
    header: () => (brought ? pairs.join('; ') : undefined),
    take(answer) {
      // Browsers hide these headers.
      for (const line of answer.headers.getSetCookie?.() ?? []) {
        // Without a visitor, cookies that are kept here would reach the next visitor.
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
