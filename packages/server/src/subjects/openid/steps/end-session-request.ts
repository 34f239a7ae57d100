import type { Caller, Deps } from '../../../gate/deps.ts'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { verifyOwn } from '../keys/sign.ts'
import type { OidcClient } from '../tables/clients.ts'
import { grantsIn } from '../tables/grants.ts'
import { findClient } from './authenticate-client.ts'

/** OpenID Connect RP-Initiated Logout 1.0, 2. A `logout_hint` changes nothing: the page says who is signed in, and asks. */
export const END_SESSION_PARAMETERS = [
  ...(['id_token_hint', 'logout_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'ui_locales'] as const),
] as const

export interface EndSessionRequest {
  /** Undefined where no hint says so, or two say different things. */
  readonly client: OidcClient | undefined
  /** A registered address, with `state`. */
  readonly back: string | undefined
  /** The `sid` of a good hint. */
  readonly sid: string | undefined
}

export async function readEndSession(deps: Deps, sent: Texts): Promise<EndSessionRequest> {
  const { id_token_hint: hint, client_id: named, post_logout_redirect_uri: uri, state } = sent
  const claims = hint === undefined || hint === '' ? undefined : await verifyOwn(deps, hint)
  const hinted = typeof claims?.aud === 'string' ? claims.aud : undefined
  if (named !== undefined && hinted !== undefined && named !== hinted) return NOTHING
  const clientId = hinted ?? named
  const client = clientId === undefined ? undefined : await findClient(deps.store, clientId)
  if (!client || client.disabledAt !== undefined) return NOTHING
  const sid = typeof claims?.['sid'] === 'string' ? claims['sid'] : undefined
  const isRegistered = uri !== undefined && client.postLogoutUris.includes(uri)
  return { client, sid, back: isRegistered ? withState(uri, state) : undefined }
}

const NOTHING: EndSessionRequest = { client: undefined, back: undefined, sid: undefined }

/** The query of the registered address stays as it is written. */
const withState = (uri: string, state: string | undefined): string =>
  state === undefined ? uri : `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`

/**
 * Whether the hint is of this very session: then the application is one that the person has let in here, and no stranger. Many revoke their
 * tokens before they send people here, so that the grant has ended by then. An application that stays was let in by the session that it
 * asks to end, and its own one is left.
 */
export async function isOfSession({ store }: Deps, { client, sid }: EndSessionRequest, { session }: Caller): Promise<boolean> {
  const grant = sid === undefined ? undefined : await grantsIn(store).find(sid)
  return grant !== undefined && grant.clientId === client?.id && [grant.sessionId, grant.fromSessionId].includes(session.id)
}
