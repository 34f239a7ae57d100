import type { Deps } from '../../../gate/deps.ts'
import { HOUR_MS } from '../../../platform/kernel/clock.ts'
import type { PresentedCookies } from '../../../platform/kernel/cookies.ts'
import { hashToken, isToken, newToken } from '../../../platform/kernel/tokens.ts'
import { type AuthorizationRequest, requestsIn } from '../tables/requests.ts'
import type { AuthorizationParams } from './authorization-params.ts'

/** Long enough to find a mail in the spam folder. */
const LIFE_MS = HOUR_MS

type Opening = Pick<AuthorizationRequest, 'clientId' | 'createdAt'> & { readonly params: AuthorizationParams }

/** A browser keeps its cookie, so that several tabs can have one request each. */
export async function openRequest({ store }: Deps, { oidc }: PresentedCookies, { clientId, params, createdAt }: Opening) {
  const token = newToken()
  const browser = oidc !== undefined && isToken(oidc) ? oidc : newToken()
  const expiresAt = createdAt + LIFE_MS
  await store.transaction((tx) =>
    requestsIn(tx).add({ hash: hashToken(token), browser: hashToken(browser), clientId, params, createdAt, expiresAt }),
  )
  return { token, cookie: { token: browser, expiresAt }, hash: hashToken(token) }
}

type Found =
  | { readonly kind: 'open'; readonly request: AuthorizationRequest }
  /** Answered, expired, of another browser, or unknown: then there is no client either. */
  | { readonly kind: 'over'; readonly clientId: string | undefined }

/**
 * A request goes on in the browser that has begun it alone: otherwise one who begins a sign-in could have another person finish it, and be
 * let in as them, or have them let in as oneself.
 */
export async function findRequest({ store, clock }: Deps, { oidc }: PresentedCookies, token: string | undefined): Promise<Found> {
  const request = token !== undefined && isToken(token) ? await requestsIn(store).find(hashToken(token)) : undefined
  if (!request) return { kind: 'over', clientId: undefined }
  const isOpen = request.answeredAt === undefined && request.expiresAt > clock.now()
  const isOwn = oidc !== undefined && isToken(oidc) && hashToken(oidc) === request.browser
  return isOpen && isOwn ? { kind: 'open', request } : { kind: 'over', clientId: request.clientId }
}
