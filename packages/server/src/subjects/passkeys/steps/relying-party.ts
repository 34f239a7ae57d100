import type { Config } from '../../../platform/config/schema.ts'
import { isWithin, rpIdOf } from '../rp-id.ts'

export interface RelyingParty {
  readonly id: string
  readonly name: string
  /** Exact strings, as browsers write them. */
  readonly origins: readonly string[]
}

/** Undefined where browsers make no passkeys: on an IP address, or on a name without a dot. */
export function relyingPartyOf({ server, security, passkeys }: Config): RelyingParty | undefined {
  const id = rpIdOf(server.publicUrl, passkeys.rpId)
  if (id === undefined) return undefined
  const own = new URL(server.publicUrl).origin
  const below = security.allowedOrigins.filter((origin) => isWithin(new URL(origin).hostname, id))
  return { id, name: server.appName, origins: [...new Set([own, ...below, ...passkeys.relatedOrigins])] }
}

/** The domain whose passkeys sign in by themselves. */
export const signInRpId = ({ config }: { readonly config: Config }): string | undefined =>
  config.passkeys.enabled ? relyingPartyOf(config)?.id : undefined

export const canSignInWithPasskey = (deps: { readonly config: Config }): boolean => signInRpId(deps) !== undefined
