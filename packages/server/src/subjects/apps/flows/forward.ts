import { Type } from 'typebox'
import { type Caller, type Context, type Deps, endpoint } from '../../../gate/deps.ts'
import { type Call, Verdict } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { ForwardApp } from '../forward-app.ts'
import { isOwnPage } from '../steps/own-page.ts'
import { type ForwardRequest, readQuestion } from '../steps/read-question.ts'
import { recogniseVisitor, visitorOf } from '../steps/recognise-visitor.ts'
import { signInAddress } from '../steps/sign-in-address.ts'
import { hasMoreHeaders, identityHeaders, moreHeaders } from './identity-headers.ts'

/** Without a session the answer is never a 2xx, whatever the request. Asking renews no session and sets no cookie. */
export const forward = endpoint({
  route: 'GET /auth/forward',
  summary: 'Ask, as a proxy, who sends a request to an application',
  auth: 'none',
  limit: 'none',
  isProxyQuestion: true,
  reply: Type.Object({}),
  errors: [
    'app_not_allowed',
    'origin_not_allowed',
    'unauthorized',
    'rate_limit_exceeded',
    'forbidden',
    'two_factor_required',
    'verification_required',
    'not_ready',
  ],

  async handle(call) {
    const { question, deps, fail, count } = call
    const asked = question && readQuestion(deps.config.forwardAuth.apps, question)
    if (!asked) throw fail('app_not_allowed')
    if (!asked.isRead && !isOwnPage(asked.app, question)) throw fail('origin_not_allowed')
    const caller = await callerOf(call, asked)
    if (!caller) {
      const location = signInAddress(deps.config, asked)
      if (asked.isRead && !asked.isAskedByNginx && call.isNavigation) return new Verdict(302, { location })
      throw fail('unauthorized', { location })
    }
    await count('forward', caller.session.id)
    const refusal = refusalOf(asked.app, caller)
    if (refusal) throw fail(refusal)
    return new Verdict(200, { ...identityHeaders(deps.config, caller), ...(await moreHeaders(deps, caller)) })
  },

  atOnce({ config }) {
    if (hasMoreHeaders(config)) return undefined
    return ({ question, cookies, find }) => {
      const asked = readQuestion(config.forwardAuth.apps, question)
      if (!asked?.isRead) return undefined
      const visitor = visitorOf(config, asked.app, cookies)
      const caller = visitor && find(visitor.hash)
      return caller && !refusalOf(asked.app, caller) ? { caller, headers: identityHeaders(config, caller) } : undefined
    }
  },
})

function refusalOf({ role, needsSecondFactor, needsVerified }: ForwardApp, { account, session }: Caller) {
  if (role !== undefined && account.role !== role) return 'forbidden'
  if (needsSecondFactor && session.secondFactorAt === undefined) return 'two_factor_required'
  return needsVerified && account.verifiedAt === undefined ? 'verification_required' : undefined
}

/** A cookie that is no session counts against the visitor's address, as the proxy tells it. */
async function callerOf(call: Context & Pick<Call<Deps, Caller>, 'cookies' | 'stranger'>, { app }: ForwardRequest) {
  try {
    return (await recogniseVisitor(call, app, call.stranger()))?.caller
  } catch (cause) {
    if (cause instanceof Failure && cause.code === 'rate_limit_exceeded') throw cause
    throw new Failure('not_ready', { message: 'The database does not answer.', cause })
  }
}
