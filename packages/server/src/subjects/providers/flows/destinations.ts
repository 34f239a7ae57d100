import { homeOf } from '../../../gate/access/return-address.ts'
import type { Deps } from '../../../gate/deps.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { type OwnPath, servedAddress } from '../../../platform/kernel/own-path.ts'
import type { OAuthState } from './oauth-state.ts'

type Config = Deps['config']

type Wish = Pick<OAuthState, 'returnTo' | 'isHosted'>

/** Our own page leads on to the return address afterwards; an application with pages of its own gets the facts at that address. */
function detour({ server }: Config, { returnTo, isHosted }: Wish, page: OwnPath, facts: Record<string, string>) {
  const { publicUrl } = server
  const isOurs = returnTo === undefined || new URL(returnTo).origin === new URL(publicUrl).origin
  const isOnPages = isOurs || isHosted === true
  const address = new URL(isOnPages ? servedAddress(server, page) : returnTo)
  for (const [name, value] of Object.entries(facts)) address.searchParams.set(name, value)
  if (isOnPages && returnTo !== undefined)
    address.searchParams.set('returnTo', isOurs ? returnTo.slice(publicUrl.length) : returnTo)
  return address.href
}

export const failedAddress = (config: Config, wish: Wish, error: ErrorCode): string =>
  detour(config, wish, pagePaths.signIn, { error })

/** Always our own page, because what is asked there is declared here; it leads on to the return address. */
export function finishAddress({ server }: Config, returnTo: string | undefined): string {
  const address = new URL(servedAddress(server, pagePaths.finishSignUp))
  const isOurs = returnTo !== undefined && new URL(returnTo).origin === new URL(server.publicUrl).origin
  if (returnTo !== undefined) address.searchParams.set('returnTo', isOurs ? returnTo.slice(server.publicUrl.length) : returnTo)
  return address.href
}

export const failedLinkAddress = (config: Config, { returnTo }: Wish, error: ErrorCode): string => {
  const address = new URL(returnTo ?? homeOf(config))
  address.searchParams.set('error', error)
  return address.href
}

export const gatedAddress = (config: Config, wish: Wish, challengeId: string): string =>
  detour(config, wish, pagePaths.twoFactor, { requiresTwoFactor: 'true', challengeId })

export const pendingAddress = (config: Config, wish: Wish): string =>
  detour(config, wish, pagePaths.checkMail, { requiresVerification: 'true' })
