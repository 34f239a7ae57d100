import { homeOf } from '../../core/access/return-address.ts'
import type { Deps } from '../../core/deps.ts'
import type { ErrorCode } from '../../kernel/errors.ts'
import { pagePaths } from '../../kernel/page-paths.ts'

type Config = Deps['config']
type Facts = Readonly<Record<string, string>>

/**
 * Where a visitor goes who is not in yet. One who came from our own pages gets the page for it, which knows where to go
 * afterwards; an application of its own gets the facts where it asked to be called back.
 */
function detour({ server }: Config, returnTo: string | undefined, page: string, facts: Facts): string {
  const isOurs = returnTo === undefined || new URL(returnTo).origin === new URL(server.publicUrl).origin
  const address = new URL(isOurs ? `${server.publicUrl}${page}` : returnTo)
  for (const [name, value] of Object.entries(facts)) address.searchParams.set(name, value)
  if (isOurs && returnTo !== undefined) address.searchParams.set('returnTo', returnTo.slice(server.publicUrl.length))
  return address.href
}

export const failedAddress = (config: Config, returnTo: string | undefined, error: ErrorCode): string =>
  detour(config, returnTo, pagePaths.signIn, { error })

export const failedLinkAddress = (config: Config, returnTo: string | undefined, error: ErrorCode): string => {
  const address = new URL(returnTo ?? homeOf(config))
  address.searchParams.set('error', error)
  return address.href
}

export const gatedAddress = (config: Config, returnTo: string | undefined, challengeId: string): string =>
  detour(config, returnTo, pagePaths.twoFactor, { requiresTwoFactor: 'true', challengeId })

export const pendingAddress = (config: Config, returnTo: string | undefined): string =>
  detour(config, returnTo, pagePaths.checkMail, { requiresVerification: 'true' })
