import { isLoopback } from './loopback.ts'

interface OriginSettings {
  readonly publicUrl: string
  readonly allowedOrigins: readonly string[]
  readonly allowLoopbackOrigins: boolean
}

/** Which origins may send credentials: exact strings, never prefixes or suffixes. */
export function originList({ publicUrl, allowedOrigins, allowLoopbackOrigins }: OriginSettings): (origin: string) => boolean {
  const exact = new Set([new URL(publicUrl).origin, ...allowedOrigins])
  return (origin) => exact.has(origin) || (allowLoopbackOrigins && isLoopbackOrigin(origin))
}

/** The same origins as a content security policy names them. It has no way to write an address of IPv6. */
export const originSources = ({ publicUrl, allowedOrigins, allowLoopbackOrigins }: OriginSettings): readonly string[] => [
  ...new Set([new URL(publicUrl).origin, ...allowedOrigins]),
  ...(allowLoopbackOrigins ? ['http://localhost:*', 'https://localhost:*', 'http://127.0.0.1:*', 'https://127.0.0.1:*'] : []),
]

/** Longer than that of any host. To look into the punycode of a longer one would take time by the square of its length. */
const LONGEST = 300

/** The origin of an address on the web; undefined when it has none. */
export function originOf(address: string): string | undefined {
  const [site = ''] = /^https?:\/\/[^/\\?#]*/i.exec(address) ?? []
  return site.length <= LONGEST && URL.canParse(site) ? new URL(site).origin : undefined
}

const isLoopbackOrigin = (origin: string): boolean => originOf(origin) === origin && isLoopback(new URL(origin).hostname)
