import { homeOf } from '../../../gate/access/return-address.ts'
import type { Deps } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import type { OAuthState } from './oauth-state.ts'

type Config = Deps['config']
type Facts = Readonly<Record<string, string>>

export type Wish = Pick<OAuthState, 'returnTo' | 'isHosted'>

/**
 * Where a visitor goes who is not in yet. One who came from our own pages gets the page for it, which knows where to go
 * afterwards; an application of its own gets the facts where it asked to be called back.
 */
function detour({ server }: Config, { returnTo, isHosted }: Wish, page: string, facts: Facts): string {
  const isOurs = returnTo === undefined || new URL(returnTo).origin === new URL(server.publicUrl).origin
  const isOnPages = isOurs || isHosted === true
  const address = new URL(isOnPages ? `${server.publicUrl}${page}` : returnTo)
  for (const [name, value] of Object.entries(facts)) address.searchParams.set(name, value)
  if (isOnPages && returnTo !== undefined)
    address.searchParams.set('returnTo', isOurs ? returnTo.slice(server.publicUrl.length) : returnTo)
  return address.href
}

export const failedAddress = (config: Config, wish: Wish, error: ErrorCode): string =>
  detour(config, wish, pagePaths.signIn, { error })

export const failedLinkAddress = (config: Config, { returnTo }: Wish, error: ErrorCode): string => {
  const address = new URL(returnTo ?? homeOf(config))
  address.searchParams.set('error', error)
  return address.href
}

export const gatedAddress = (config: Config, wish: Wish, challengeId: string): string =>
  detour(config, wish, pagePaths.twoFactor, { requiresTwoFactor: 'true', challengeId })

export const pendingAddress = (config: Config, wish: Wish): string =>
  detour(config, wish, pagePaths.checkMail, { requiresVerification: 'true' })
