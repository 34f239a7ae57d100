import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, Failure } from '../kernel/errors.ts'
import { DONE_FIELD, type HostedPage } from '../kernel/hosted-page.ts'
import { holdForm, type SentForm } from './held-form.ts'
import { leadOn } from './lead-on.ts'
import type { MountOptions } from './mount-options.ts'

const ENDED: ReadonlySet<string> = new Set(['session_expired', 'unauthorized'])

/** A visitor who has to sign in, or to prove their identity again, is redirected there and comes back. */
export function doorsOf<Deps, Caller>(page: HostedPage<Deps, Caller>, options: MountOptions<Deps, Caller>) {
  const { doors, settings, write } = options
  const doorFor = (code: ErrorCode): string | undefined => {
    if (code === 'step_up_required') return doors.stepUp
    // Only administrators get this code.
    if (code === 'two_factor_required') return doors.consoleSignIn
    if (!ENDED.has(code)) return undefined
    return page.for === 'administrators' ? doors.consoleSignIn : doors.signIn
  }
  const turnAway = (failure: Failure, request: FastifyRequest, reply: FastifyReply, form?: SentForm): FastifyReply => {
    const { url, state } = request
    const door = doorFor(failure.code)
    if (door === undefined) throw failure
    const waiting = door === doors.stepUp && form !== undefined ? holdForm(request, page, form, options) : undefined
    const held = waiting?.held && { held: waiting.held }
    state.writeCookies(reply, write, failure.detail.endsSession ? { session: 'end' } : held)
    const returnTo = waiting?.address ?? withoutNews(url)
    // The session ended before the action was done, and the visitor is told so.
    const why = form !== undefined && ENDED.has(failure.code) ? { notice: 'ended' } : {}
    return leadOn(reply, settings, `${door}?${new URLSearchParams({ returnTo, ...why })}`)
  }
  return { doorFor, turnAway }
}

/** A visitor who comes back later must not read again what was done before. */
function withoutNews(url: string): string {
  const [path = '', query = ''] = url.split('?')
  const asked = new URLSearchParams(query)
  asked.delete(DONE_FIELD)
  return asked.size > 0 ? `${path}?${asked}` : path
}
