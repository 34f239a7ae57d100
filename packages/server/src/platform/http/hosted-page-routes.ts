import type { FastifyReply, FastifyRequest } from 'fastify'
import { Redirect } from '../kernel/endpoint.ts'
import { Failure } from '../kernel/errors.ts'
import {
  ACTION_FIELD,
  CSRF_FIELD,
  type HostedPage,
  isRepeated,
  type PageResult,
  SHOWN_TO_FIELD,
  type ShownPage,
  type Texts,
} from '../kernel/hosted-page.ts'
import { servedHtml } from '../kernel/own-path.ts'
import { authenticate } from './authenticate.ts'
import { checkCsrfToken } from './csrf-check.ts'
import { asFailure } from './envelope.ts'
import { heldForm, isShownAgain, type SentForm, takeHeld } from './held-form.ts'
import { leadOn } from './lead-on.ts'
import type { MountOptions } from './mount-options.ts'
import { checkHolder, pageCall, pathOf, singles } from './page-call.ts'
import { READ_METHODS, type Route } from './route-table.ts'
import { hostedHeaders, leadingHeaders } from './security-headers.ts'
import { sendDownload } from './send-download.ts'
import { sendPage } from './send-page.ts'
import { isSafe } from './sender-check.ts'
import { doorsOf } from './turn-away.ts'

const AUTH = { anybody: 'optional', people: 'session', administrators: 'admin' } as const

/** Showing the page again would not help. */
const HOPELESS = new Set<string>(['account_changed', 'csrf_token_invalid', 'forbidden', 'internal_error', 'not_found'])

/** A form passes the same checks as a call of its endpoint; where the form fails, its page is shown again with the reason. */
export function hostedPageRoutes<Deps, Caller>(page: HostedPage<Deps, Caller>, options: MountOptions<Deps, Caller>): Route[] {
  const { settings, csrfKey, inFlight } = options
  const { actions = {}, shownAgain = [] } = page
  const { doorFor, turnAway } = doorsOf(page, options)
  const typedIn = (form: SentForm): Texts => typedAgain(form, shownAgain)

  const enter = entranceOf(page, options)
  const answer = answerOf(options)
  const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      await enter(request)
      const held = heldForm(request, options)
      const typed = held?.address === request.url ? typedIn(held) : {}
      return answer(request, reply, await page.show(pageCall(request, options, typed)), 200)
    } catch (error) {
      return turnAway(asFailure(error), request, reply)
    }
  }

  const act = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { state } = request
    const sent = singles(request.body)
    let form: SentForm = { action: sent[ACTION_FIELD] ?? page.unnamedAction ?? '', fields: sent }
    let isLetIn = false
    try {
      if (settings.requireCsrfToken) checkCsrfToken(request, csrfKey, sent[CSRF_FIELD])
      state.shownTo = sent[SHOWN_TO_FIELD]
      await enter(request)
      isLetIn = true
      if (state.shownTo !== undefined || page.for !== 'anybody') checkHolder(state, options)
      const taken = isRepeated(request.url) ? takeHeld(request, options) : form
      // Reloaded: the form was sent already.
      if (!taken) return answer(request, reply, new Redirect(pathOf(request)), 303)
      form = taken
      const { action, fields } = taken
      const work = Object.hasOwn(actions, action) ? actions[action] : undefined
      if (!work) throw new Failure('not_found')
      return answer(request, reply, await work({ ...pageCall(request, options, typedIn(form)), fields }), 200)
    } catch (error) {
      const failure = asFailure(error)
      const { code, message, detail } = failure
      if (!isLetIn || doorFor(code) !== undefined || HOPELESS.has(code)) return turnAway(failure, request, reply, form)
      if (detail.retryAfter !== undefined) reply.header('retry-after', detail.retryAfter)
      const { weakness, choice, wrong, retryAfter, words } = detail
      const told = { action: form.action, code, message, weakness, choice, wrong, retryAfter, words }
      const again = pageCall(request, options, typedIn(form), told)
      return answer(request, reply, await page.show(again), failure.status)
    }
  }

  const { path } = page
  const methods = page.isOneWay ? ['GET'] : READ_METHODS
  const get: Route = { methods, path, handle: (request, reply) => inFlight.track(() => show(request, reply)) }
  if (!page.actions) return [get]
  return [get, { methods: ['POST'], path, isForm: true, handle: (request, reply) => inFlight.track(() => act(request, reply)) }]
}

const typedAgain = ({ action, fields }: SentForm, shownAgain: readonly string[]): Texts => ({
  ...Object.fromEntries(Object.entries(fields).filter(([name]) => isShownAgain(name, shownAgain))),
  [ACTION_FIELD]: action,
})

function entranceOf<Deps, Caller>(page: HostedPage<Deps, Caller>, options: MountOptions<Deps, Caller>) {
  return async ({ state, headers: sent, method }: FastifyRequest): Promise<void> => {
    state.deps = options.depsFor()
    // A form that all may send acts on the cookies that came with it, as its route would: no session is refreshed.
    const isVisit = page.for === 'anybody' && isSafe(method)
    await authenticate(state, { auth: isVisit ? 'visitor' : AUTH[page.for], ...(page.scope && { scope: page.scope }) }, options)
    const chosen = state.caller === undefined ? undefined : options.languageOf(state.caller as Caller)
    state.client.pageLanguage = options.pageLanguage(sent['accept-language'] ?? '', chosen ?? state.cookies.language)
  }
}

function answerOf<Deps, Caller>({ settings, write }: MountOptions<Deps, Caller>) {
  const headers = hostedHeaders(settings)
  const headersOf = ({ leadsOut }: ShownPage) => (leadsOut ? leadingHeaders(leadsOut.formTo) : headers)
  return (request: FastifyRequest, reply: FastifyReply, shown: PageResult, status: number): FastifyReply => {
    if (shown === undefined) throw new Failure('not_found')
    request.state.writeCookies(reply, write, 'cookies' in shown ? shown.cookies : undefined)
    if (shown instanceof Redirect) return leadOn(reply, settings, shown.location, shown.status)
    if ('pieces' in shown) return sendDownload(reply, shown)
    const { html } = shown
    return sendPage(request, reply.code(shown.status ?? status).headers(headersOf(shown)), servedHtml(settings, html))
  }
}
