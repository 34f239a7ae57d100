import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, Failure } from '../kernel/errors.ts'
import { DONE_FIELD, type HostedPage, RESUMED_FIELD } from '../kernel/hosted-page.ts'
import type { MountOptions } from './mount-options.ts'

const ENDED: ReadonlySet<string> = new Set(['session_expired', 'unauthorized'])

/** A visitor who has to sign in, or to prove their identity again, is redirected there and comes back. */
export function doorsOf<Deps, Caller>(page: HostedPage<Deps, Caller>, { doors, write }: MountOptions<Deps, Caller>) {
  const doorFor = (code: ErrorCode): string | undefined => {
    if (code === 'step_up_required') return doors.stepUp
    // Only administrators get this code.
    if (code === 'two_factor_required') return doors.consoleSignIn
    if (!ENDED.has(code)) return undefined
    return page.for === 'administrators' ? doors.consoleSignIn : doors.signIn
  }
  const turnAway = (failure: Failure, { url, state }: FastifyRequest, reply: FastifyReply, action?: string): FastifyReply => {
    const door = doorFor(failure.code)
    if (door === undefined) throw failure
    state.writeCookies(reply, write, failure.detail.endsSession ? { session: 'end' } : undefined)
    const here = withoutNews(url)
    const returnTo = door === doors.stepUp && action !== undefined ? resumed(here, action) : here
    // The session ended before the action was done, and the visitor is told so.
    const why = action !== undefined && ENDED.has(failure.code) ? { notice: 'ended' } : {}
    return reply.redirect(`${door}?${new URLSearchParams({ returnTo, ...why })}`, 303)
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

/** The page offers its form again, without earlier messages. */
const resumed = (url: string, action: string): string =>
  `${url.split('?')[0]}?${new URLSearchParams({ [RESUMED_FIELD]: action })}`
