import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { Failure } from '../kernel/errors.ts'
import { isThisMachineHeader } from '../kernel/loopback.ts'
import { thenCallback } from '../kernel/maybe-promise.ts'
import { presentedKey } from './admit-key.ts'
import type { AppOptions } from './app-options.ts'
import { ignoreBody } from './body.ts'
import { hostRefusal } from './host-check.ts'
import { senderCheck } from './sender-check.ts'
import { isServerQuestion } from './server-question.ts'

/** All checks of a request that come before its body is read, in their order; its session is asked for in the last of them. */
export function requestChecks<Deps, Caller>(
  { settings, checkLimit }: Pick<AppOptions<Deps, Caller>, 'settings' | 'checkLimit'>,
  isAllowedOrigin: (origin: string) => boolean,
) {
  const senderRefusal = senderCheck(isAllowedOrigin, settings.allowMissingCsrfHeaders)
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
    const { route } = request
    if (!route) ignoreBody(request)
    route?.begin?.(request, reply)
    const enter = (error?: Error) => {
      if (error || !route?.guard) return done(error)
      try {
        route.guard(request, done)
      } catch (refusal) {
        done(refusal as Error)
      }
    }
    if (route?.isProxyQuestion) return enter()
    const broken = hostRefusal(request.raw)
    if (broken) return done(broken)
    // No browser sends a key by itself, and a backend is counted by its key.
    if (route?.isForKeys && presentedKey(request.headers.authorization) !== undefined) return enter()
    if (route?.isLoopbackOnly && !isThisMachineHeader(request.headers.host)) return done(new Failure('not_found'))
    const hasOrigin = !route?.isForeignForm && !route?.isReceiver
    const foreign = route?.isForAnyOrigin ? undefined : senderRefusal(request.raw, !hasOrigin)
    // An unknown path is answered alike for all; but requests of another site must not use up the visitor's limit.
    if (foreign && route) return done(foreign)
    if (foreign?.code === 'origin_not_allowed') return done()
    if (route?.isReceiver) return enter()
    // Counted once the session is known.
    if (route?.isAskedByServers && isServerQuestion(request.state)) return enter()
    // Most requests are counted in memory, and wait for nothing.
    thenCallback(checkLimit(route?.limit ?? 'general', request.state.client), enter)
  }
}
