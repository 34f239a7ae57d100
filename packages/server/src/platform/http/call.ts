import { newCsrfToken } from '../kernel/csrf.ts'
import { Answer, type Call, Redirect } from '../kernel/endpoint.ts'
import type { AnyEndpoint } from '../kernel/endpoint-table.ts'
import { type ErrorCode, Failure, type FailureDetail } from '../kernel/errors.ts'
import type { AppOptions } from './app-options.ts'
import { CountedStranger } from './counted-stranger.ts'
import type { RequestState } from './request-state.ts'

const fail = (code: ErrorCode, detail?: FailureDetail) => new Failure(code, detail)

/** No page waits for long. */
const waitsForAll = (): void => undefined

/** The same for routes and for forms of pages. */
export const callOf = <Deps, Caller>(
  exchange: RequestState,
  options: Pick<AppOptions<Deps, Caller>, 'csrfKey' | 'checkLimit' | 'giveBack'>,
  input: Pick<Call<Deps, unknown>, 'body' | 'query' | 'params' | 'isNavigation' | 'declared'> &
    Partial<Pick<Call<Deps, unknown>, 'question' | 'authorization' | 'whenGone'>>,
): Call<Deps, unknown> => ({
  body: input.body,
  query: input.query,
  params: input.params,
  isNavigation: input.isNavigation,
  question: input.question,
  authorization: input.authorization,
  declared: input.declared,
  whenGone: input.whenGone ?? waitsForAll,
  caller: exchange.caller,
  client: exchange.client,
  cookies: exchange.cookies,
  deps: exchange.deps as Deps,
  fail,
  count: async (limit, key) => options.checkLimit(limit, exchange.client, key),
  stranger: () => new CountedStranger(exchange.client, options),
  newCsrfToken: () => (exchange.csrfToken = newCsrfToken(options.csrfKey, exchange.cookies.session)),
})

export function unwrapped(result: unknown, { endsSession }: AnyEndpoint) {
  const cookies = result instanceof Answer || result instanceof Redirect ? result.cookies : undefined
  if (cookies?.session === 'end' && !endsSession) throw new Error('an endpoint ends a session that does not say so')
  return { value: result instanceof Answer ? result.body : result, cookies }
}
