import type { FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../kernel/endpoint-table.ts'
import { Failure } from '../kernel/errors.ts'
import type { FormFailure, PageCall, ReplyOf, Texts } from '../kernel/hosted-page.ts'
import { admitCall, requireEnabled } from './admit-call.ts'
import type { AppOptions } from './app-options.ts'
import { callOf, unwrapped } from './call.ts'
import { csrfTokenFor } from './csrf-check.ts'
import { heldForm } from './held-form.ts'
import { bodyReader, queryReader } from './read-input.ts'
import type { RequestState } from './request-state.ts'

export const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? ''

/** A field that came twice is a list, and left out. */
export const singles = (values: unknown): Texts =>
  Object.fromEntries(Object.entries(values ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))

export function pageCall<Deps, Caller>(
  request: FastifyRequest,
  options: AppOptions<Deps, Caller>,
  typed: Texts = {},
  failure?: FormFailure,
): PageCall<Deps, Caller> {
  const { state } = request
  return {
    address: state.isRepeated ? pathOf(request) : request.url,
    params: request.params as Texts,
    query: state.isRepeated ? {} : singles(request.query),
    typed,
    failure,
    languages: request.headers['accept-language'] ?? '',
    chosenLanguage: state.cookies.language,
    cookies: state.cookies,
    client: state.client,
    caller: state.caller as Caller | undefined,
    deps: state.deps as Deps,
    shownTo: state.caller === undefined ? undefined : options.accountOf(state.caller as Caller),
    csrfToken: options.settings.requireCsrfToken ? csrfTokenFor(request, options.csrfKey) : undefined,
    held: heldForm(request, options),
    count: async (limit) => options.checkLimit(limit, state.client),
    nearUntil: () => options.nearUntil(state.client),
    run: (endpoint, input = {}) => run(request, endpoint, input, options),
  }
}

/** A form only acts for the account that it was shown to. A page for all visitors may have been shown to none. */
export function checkHolder<Deps, Caller>(
  { caller, shownTo }: RequestState,
  { accountOf }: Pick<AppOptions<Deps, Caller>, 'accountOf'>,
): void {
  if (caller !== undefined && shownTo !== accountOf(caller as Caller)) throw new Failure('account_changed')
}

/** All checks of the endpoint's own route are made here as well; its cookies go out with the answer of the page. */
async function run<Deps, Caller, E extends AnyEndpoint>(
  request: FastifyRequest,
  endpoint: E,
  input: { readonly body?: object; readonly query?: object; readonly params?: Texts },
  options: AppOptions<Deps, Caller>,
): Promise<ReplyOf<E>> {
  const { state } = request
  requireEnabled(endpoint, options)
  // The page itself was counted as `general`; guesses count the same with a page and without.
  if (endpoint.limit !== 'general') await options.checkLimit(endpoint.limit, state.client)
  await admitCall(request, endpoint, options)
  // An expired session may have been refreshed just now, so that its account is known only here.
  if (state.shownTo !== undefined) checkHolder(state, options)
  const call = callOf(state, options, {
    body: endpoint.body && bodyReader(endpoint.body)(input.body ?? {}),
    query: endpoint.query ? queryReader(endpoint.query)(input.query ?? {}) : {},
    params: input.params ?? {},
    isNavigation: false,
    declared: endpoint,
  })
  const { value, cookies } = unwrapped(await endpoint.handle(call), endpoint)
  if (cookies) state.pending = { ...state.pending, ...cookies }
  // The type of the endpoint says what `handle` returns, and the table has forgotten it.
  return value as ReplyOf<E>
}
