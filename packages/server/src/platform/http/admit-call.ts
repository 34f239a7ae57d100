import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../kernel/endpoint-table.ts'
import { Failure } from '../kernel/errors.ts'
import { andThen } from '../kernel/maybe-promise.ts'
import { admitKey, presentedKey } from './admit-key.ts'
import type { AppOptions } from './app-options.ts'
import { authenticate, checkCaller } from './authenticate.ts'
import { CountedStranger } from './counted-stranger.ts'
import { countServerQuestion, isServerQuestion } from './server-question.ts'

/** Comes before any other check: what the operator has switched off does not depend on the caller. */
export function requireEnabled<Deps, Caller>({ partOf }: AnyEndpoint, { settings }: AppOptions<Deps, Caller>): void {
  if (partOf && settings.isSwitchedOff(partOf)) throw new Failure('method_disabled')
}

/**
 * Routes and forms of pages share these checks. A caller who is known is not looked up again: a refresh in place has spent the token
 * that came with the request.
 */
export function admitCall<Deps, Caller>(request: FastifyRequest, endpoint: AnyEndpoint, options: AppOptions<Deps, Caller>) {
  const { state } = request
  requireEnabled(endpoint, options)
  if (state.caller !== undefined) return checkCaller(state, endpoint, options)
  const key = keyFor(request, endpoint)
  if (key !== undefined) return admitKey(request, key, endpoint.scope ?? 'none', options)
  if (!endpoint.isAskedByServers || !isServerQuestion(state)) return authenticate(state, endpoint, options)
  const stranger = new CountedStranger(state.client, options)
  return andThen(authenticate(state, endpoint, options, stranger), () => countServerQuestion(state, stranger, options))
}

/** Where the endpoint names no scope, a key counts for nothing. */
export const keyFor = ({ headers }: FastifyRequest, { scope }: AnyEndpoint): string | undefined =>
  scope === undefined ? undefined : presentedKey(headers.authorization)
