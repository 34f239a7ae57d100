import type { Deps } from '../../../gate/deps.ts'
import { isRegisteredUri } from '../clients/redirect-uri.ts'
import type { Refusal } from '../clients/refusals.ts'
import { verifyOwn } from '../keys/sign.ts'
import type { OidcClient } from '../tables/clients.ts'
import { findClient } from './authenticate-client.ts'
import { type AuthorizationParams, type Mode, modeOf, only, RefusedRequest, readParams, stateOf } from './authorization-params.ts'

/** Why a visitor is told here and sent nowhere. */
export type ShownReason =
  | 'client_unknown'
  | 'client_disabled'
  | 'redirect_uri_missing'
  | 'redirect_uri_twice'
  | 'redirect_uri_unknown'

/** Where an answer goes. The only file that makes one has compared the address with those of the client. */
export interface Destination {
  readonly redirectUri: string
  readonly mode: Mode
  readonly state: string | undefined
}

export type ReadRequest =
  | {
      readonly kind: 'shown'
      readonly reason: ShownReason
      readonly client?: OidcClient
      readonly redirectUri?: string
      readonly refusal?: Refusal
    }
  | { readonly kind: 'refused'; readonly client: OidcClient; readonly to: Destination; readonly why: RefusedRequest }
  | { readonly kind: 'asked'; readonly client: OidcClient; readonly to: Destination; readonly params: AuthorizationParams }

/**
 * Nothing is sent to an address before that is known to be one of an enabled client: otherwise we would lead people to strangers, under
 * our name. From then on every mistake is told to the application.
 */
export async function readRequest(deps: Deps, sent: URLSearchParams): Promise<ReadRequest> {
  const client = await findClient(deps.store, only(sent, 'client_id') ?? '')
  if (!client || client.removedAt !== undefined) return { kind: 'shown', reason: 'client_unknown' }
  if (client.disabledAt !== undefined) return { kind: 'shown', reason: 'client_disabled', client, refusal: 'disabled' }
  const addresses = sent.getAll('redirect_uri')
  const [redirectUri = ''] = addresses
  const shown = (reason: ShownReason) =>
    ({ kind: 'shown', reason, client, redirectUri, refusal: 'redirect_uri_unknown' }) as const
  if (addresses.length > 1) return shown('redirect_uri_twice')
  if (redirectUri === '') return shown('redirect_uri_missing')
  if (!isRegisteredUri(client, redirectUri)) return shown('redirect_uri_unknown')
  const to = { redirectUri, mode: modeOf(sent, redirectUri) ?? 'query', state: stateOf(sent) }
  const params = readParams(deps.config, client, sent, redirectUri)
  if (params instanceof RefusedRequest) return { kind: 'refused', client, to, why: params }
  const hint = only(sent, 'id_token_hint')
  const hinted = hint === undefined ? undefined : await verifyOwn(deps, hint)
  // What another application was told of a person is none of this one's.
  const hintedSubject = hinted?.aud === client.id ? hinted.sub : undefined
  if (hint !== undefined && hintedSubject === undefined)
    return {
      kind: 'refused',
      client,
      to,
      why: new RefusedRequest('invalid_request', 'id_token_hint is no token of this client'),
    }
  return { kind: 'asked', client, to, params: { ...params, ...(hintedSubject !== undefined && { hintedSubject }) } }
}

export const destinationOf = ({ redirectUri, mode, state }: AuthorizationParams): Destination => ({ redirectUri, mode, state })
