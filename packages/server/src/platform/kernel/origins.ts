import { isLoopbackHeader } from './loopback.ts'

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

/** The origin of an address on the web, as it is written there, in lower case; undefined when it has none. */
export const originOf = (address: string): string | undefined => /^https?:\/\/[^/?#]*/i.exec(address)?.[0].toLowerCase()

const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:\/\//.test(origin) && isLoopbackHeader(origin.replace(/^https?:\/\//, ''))
