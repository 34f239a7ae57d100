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

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const url = new URL(origin)
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  return isHttp && url.origin === origin && isLoopback(url.hostname)
}
