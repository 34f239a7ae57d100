import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../kernel/endpoint-table.ts'
import { Failure } from '../kernel/errors.ts'
import { andThen, type MaybePromise } from '../kernel/maybe-promise.ts'
import { admitKey, presentedKey } from './admit-key.ts'
import type { AppOptions } from './app-options.ts'
import { authenticate, checkCaller } from './authenticate.ts'
import { CountedStranger } from './counted-stranger.ts'
import { countServerQuestion, isServerQuestion } from './server-question.ts'

/** What an operator has switched off answers so before anything else is asked. */
export function requireEnabled<Deps, Caller>({ partOf }: AnyEndpoint, { settings }: AppOptions<Deps, Caller>): void {
  if (partOf && settings.isSwitchedOff(partOf)) throw new Failure('method_disabled')
}

/**
 * Whether this caller may call the endpoint, by what the endpoint declares: one function for its route and for the forms of pages. Nothing
 * waits for a caller who is known, and none is looked up again, since a refresh in place has spent the token that came along.
 */
export function admitCall<Deps, Caller>(
  request: FastifyRequest,
  endpoint: AnyEndpoint,
  options: AppOptions<Deps, Caller>,
): MaybePromise<void> {
  const { exchange } = request
  requireEnabled(endpoint, options)
  if (exchange.caller !== undefined) return checkCaller(exchange, endpoint, options)
  const key = keyFor(request, endpoint)
  if (key !== undefined) return admitKey(request, key, endpoint.scope ?? 'none', options)
  if (!endpoint.isAskedByServers || !isServerQuestion(exchange)) return authenticate(exchange, endpoint, options)
  const stranger = new CountedStranger(exchange.client, options)
  return andThen(authenticate(exchange, endpoint, options, stranger), () => countServerQuestion(exchange, stranger, options))
}

/** The key that a request presents, where the endpoint says which keys open it. */
export const keyFor = ({ headers }: FastifyRequest, { scope }: AnyEndpoint): string | undefined =>
  scope === undefined ? undefined : presentedKey(headers.authorization)
