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

/** For a content security policy, which has no way to write an IPv6 address. */
export const originSources = ({ publicUrl, allowedOrigins, allowLoopbackOrigins }: OriginSettings): readonly string[] => [
  ...new Set([new URL(publicUrl).origin, ...allowedOrigins]),
  ...(allowLoopbackOrigins ? ['http://localhost:*', 'https://localhost:*', 'http://127.0.0.1:*', 'https://127.0.0.1:*'] : []),
]

export const originOf = (address: string): string | undefined => /^https?:\/\/[^/?#]*/i.exec(address)?.[0].toLowerCase()

const isLoopbackOrigin = (origin: string): boolean =>
  /^https?:\/\//.test(origin) && isLoopbackHeader(origin.replace(/^https?:\/\//, ''))
