import type { Config } from '../../../platform/config/schema.ts'
import { isPublic } from '../clients/client.ts'
import type { Refusal } from '../clients/refusals.ts'
import type { OidcClient } from '../tables/clients.ts'
import { scopesKnown } from './claims.ts'

const MODES = ['query', 'form_post'] as const
export type Mode = (typeof MODES)[number]

const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const
type Prompt = (typeof PROMPTS)[number]

/** What an application has asked for, once every part was found good. */
export interface AuthorizationParams {
  readonly redirectUri: string
  readonly state?: string | undefined
  readonly nonce?: string | undefined
  /** None of OpenID where `openid` is missing: then it is OAuth alone, and there is no `id_token`. */
  readonly scopes: readonly string[]
  readonly challenge?: string | undefined
  readonly audience?: string | undefined
  readonly mode: Mode
  readonly prompt: readonly Prompt[]
  /** Seconds. */
  readonly maxAge?: number | undefined
  readonly acrValues: readonly string[]
  readonly loginHint?: string | undefined
  readonly locales?: string | undefined
  /** The `sub` of an `id_token_hint`. */
  readonly hintedSubject?: string | undefined
}

/** Those that are read; all others are ignored, as RFC 6749, 3.1, has it. */
export const PARAMETERS = [
  ...(['client_id', 'redirect_uri', 'response_type', 'response_mode', 'scope', 'state', 'nonce', 'resource'] as const),
  ...(['code_challenge', 'code_challenge_method', 'prompt', 'max_age', 'acr_values', 'login_hint', 'ui_locales'] as const),
  ...(['id_token_hint', 'request', 'request_uri', 'registration'] as const),
] as const
export type Parameter = (typeof PARAMETERS)[number]

/** The words of `error` that OpenID Connect Core 1.0, 3.1.2.6, RFC 6749, 4.1.2.1, and RFC 8707 have for applications. */
export type RedirectedError =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'login_required'
  | 'interaction_required'
  | 'consent_required'
  | 'request_not_supported'
  | 'request_uri_not_supported'
  | 'registration_not_supported'

export class RefusedRequest {
  readonly error: RedirectedError
  readonly description: string
  /** For those who run the application. */
  readonly refusal: Refusal

  constructor(error: RedirectedError, description: string, refusal: Refusal = 'request_malformed') {
    this.error = error
    this.description = description
    this.refusal = refusal
  }
}

/** Of all parameters together: they are kept in a row while a person signs in. */
const LONGEST = 8192
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const SECONDS = /^\d{1,9}$/
const CONTROL = /\p{Cc}/u

export const only = (sent: URLSearchParams, name: Parameter): string | undefined => {
  const values = sent.getAll(name)
  return values.length === 1 && values[0] !== '' ? values[0] : undefined
}

/** Told back to the application in every answer, unless there is no telling which one is meant, or no address could hold it. */
export const stateOf = (sent: URLSearchParams): string | undefined => {
  const state = only(sent, 'state')
  return state === undefined || CONTROL.test(state) ? undefined : state
}

/** A parameter without a value counts as one that was left out (RFC 6749, 3.1). */
export function modeOf(sent: URLSearchParams, redirectUri: string): Mode | undefined {
  const named = only(sent, 'response_mode') ?? 'query'
  const mode = MODES.find((one) => one === named)
  return mode === 'form_post' && !canTakeForms(redirectUri) ? undefined : mode
}

/** A policy for forms has no way to write an IPv6 address, and nothing but a web server takes a form. */
const canTakeForms = (redirectUri: string): boolean => /^https?:\/\/(?!\[)/.test(redirectUri)

const invalid = (description: string, refusal?: Refusal) => new RefusedRequest('invalid_request', description, refusal)

/** In the order in which a certified provider looks at them. The client and its address are known to be good. */
export function readParams(
  config: Config,
  client: OidcClient,
  sent: URLSearchParams,
  redirectUri: string,
): AuthorizationParams | RefusedRequest {
  const wrong = formProblem(sent) ?? unsupported(sent) ?? responseProblem(sent, client, redirectUri)
  if (wrong) return wrong
  const prompt = readPrompt(sent)
  if (prompt instanceof RefusedRequest) return prompt
  const scopes = readScopes(config, client, only(sent, 'scope') ?? '')
  if (scopes instanceof RefusedRequest) return scopes
  const challenge = readChallenge(client, sent)
  if (challenge instanceof RefusedRequest) return challenge
  const audience = sent.getAll('resource').filter((one) => one !== '')
  if (audience.length > 1 || audience.some((one) => !client.audiences.includes(one)))
    return new RefusedRequest('invalid_target', 'resource must be one service of the client', 'audience_unknown')
  const maxAge = only(sent, 'max_age')
  if (maxAge !== undefined && !SECONDS.test(maxAge)) return invalid('max_age must be a number of seconds')
  return {
    ...{ redirectUri, scopes, prompt, mode: modeOf(sent, redirectUri) ?? 'query', acrValues: wordsOf(only(sent, 'acr_values')) },
    ...{ state: only(sent, 'state'), nonce: only(sent, 'nonce'), challenge, audience: audience[0] },
    ...{ loginHint: only(sent, 'login_hint'), locales: only(sent, 'ui_locales') },
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
  }
}

const wordsOf = (text = ''): readonly string[] => text.split(' ').filter(Boolean)

function formProblem(sent: URLSearchParams): RefusedRequest | undefined {
  for (const name of PARAMETERS) {
    if (name === 'resource') continue
    const values = sent.getAll(name)
    if (values.length > 1) return invalid(`${name} must come once`)
    if (values.some((value) => CONTROL.test(value))) return invalid(`${name} has control characters`)
  }
  if (sent.getAll('resource').some((value) => CONTROL.test(value))) return invalid('resource has control characters')
  const kept = PARAMETERS.filter((name) => name !== 'id_token_hint')
  const length = kept.reduce((sum, name) => sum + sent.getAll(name).join('').length, 0)
  return length > LONGEST ? invalid(`the parameters are longer than ${LONGEST} characters together`) : undefined
}

function unsupported(sent: URLSearchParams): RefusedRequest | undefined {
  if (only(sent, 'request') !== undefined) return new RefusedRequest('request_not_supported', 'request objects are not supported')
  if (only(sent, 'request_uri') !== undefined)
    return new RefusedRequest('request_uri_not_supported', 'request objects are not supported')
  if (only(sent, 'registration') !== undefined)
    return new RefusedRequest('registration_not_supported', 'clients are registered by an administrator')
  return undefined
}

function responseProblem(sent: URLSearchParams, { kind }: OidcClient, redirectUri: string): RefusedRequest | undefined {
  const type = only(sent, 'response_type')
  if (type === undefined) return invalid('response_type is missing', 'response_type_unknown')
  if (type !== 'code')
    return new RefusedRequest('unsupported_response_type', 'response_type must be code', 'response_type_unknown')
  if (modeOf(sent, redirectUri) === undefined) return invalid('response_mode must be query, or form_post to a web server')
  // Such a client has no addresses; one whose kind could change would have some.
  return kind === 'service'
    ? new RefusedRequest('unauthorized_client', 'a service signs nobody in', 'grant_type_not_allowed')
    : undefined
}

function readPrompt(sent: URLSearchParams): readonly Prompt[] | RefusedRequest {
  const named = wordsOf(only(sent, 'prompt'))
  const prompts = PROMPTS.filter((one) => named.includes(one))
  if (named.some((one) => !PROMPTS.some((known) => known === one))) return invalid(`prompt must be of ${PROMPTS.join(', ')}`)
  if (prompts.includes('none') && prompts.length > 1) return invalid('prompt none must come alone')
  return prompts
}

/** What is unknown is ignored (OpenID Connect Core 1.0, 3.1.2.1); what is known and not the client's is a mistake of its configuration. */
export function readScopes(
  config: Config,
  client: Pick<OidcClient, 'scopes' | 'mayStay'>,
  text: string,
): readonly string[] | RefusedRequest {
  const asked = [...new Set(wordsOf(text))]
  const own = scopesOf(client)
  const known = scopesKnown(config).filter((scope) => scope !== 'offline_access')
  const foreign = asked.find((scope) => known.includes(scope) && !own.includes(scope))
  if (foreign !== undefined) return new RefusedRequest('invalid_scope', `the client may not ask for ${foreign}`, 'scope_unknown')
  return asked.filter((scope) => own.includes(scope))
}

/** All that a client may ask for at this moment. */
export const scopesOf = ({ scopes, mayStay }: Pick<OidcClient, 'scopes' | 'mayStay'>): readonly string[] => [
  ...new Set(['openid', ...scopes.filter((scope) => scope !== 'offline_access'), ...(mayStay ? ['offline_access'] : [])]),
]

function readChallenge(client: OidcClient, sent: URLSearchParams): string | undefined | RefusedRequest {
  const challenge = only(sent, 'code_challenge')
  const method = only(sent, 'code_challenge_method')
  if (challenge === undefined) {
    if (method !== undefined) return invalid('code_challenge_method came without code_challenge', 'challenge_missing')
    const isDemanded = isPublic(client) || client.wantsPkce || client.hasSentChallenge
    return isDemanded ? invalid('code_challenge is missing (PKCE, RFC 7636)', 'challenge_missing') : undefined
  }
  // Without a method it would be `plain`, which any reader of the request can answer (RFC 9700, 2.1.1).
  if (method !== 'S256') return invalid('code_challenge_method must be S256', 'challenge_method_unknown')
  return CHALLENGE.test(challenge) ? challenge : invalid('code_challenge must be the hash of a verifier, in base64url')
}
