import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { Failure } from '../kernel/errors.ts'
import type { Observer, Work } from '../kernel/observer.ts'

const SPANS: Readonly<Record<Work, { readonly name: string; readonly kind: SpanKind }>> = {
  hash: { name: 'hash password', kind: SpanKind.INTERNAL },
  query: { name: 'database query', kind: SpanKind.CLIENT },
  transaction: { name: 'database transaction', kind: SpanKind.CLIENT },
  acknowledgement: { name: 'wait for other processes', kind: SpanKind.INTERNAL },
  mail: { name: 'send mail', kind: SpanKind.CLIENT },
}

/** The list of the semantic conventions; other methods are `_OTHER`, because a client can send any word. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const nothing = (): void => undefined

/** Names and attributes follow the semantic conventions for HTTP. */
export function tracingObserver(): Observer {
  const tracer = trace.getTracer('latchkey')

  return {
    request({ method: sent, route, headers }) {
      const method = METHODS.has(sent) ? sent : '_OTHER'
      // The propagator of the SDK decides whether a client's `traceparent` counts.
      const from = propagation.extract(context.active(), headers)
      const attributes = { 'http.request.method': method, ...(route !== 'other' && { 'http.route': route }) }
      const name = route === 'other' ? method : `${method} ${route}`
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, from)
      const own = trace.setSpan(from, span)
      return {
        resume: (next) => context.with(own, next),
        end(status) {
          span.setAttribute('http.response.status_code', status)
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    watch(work, run) {
      // Work outside of a request, such as looking for mail to send, is part of no trace.
      if (!trace.getActiveSpan()) return run()
      const { name, kind } = SPANS[work]
      return tracer.startActiveSpan(name, { kind }, async (span) => {
        try {
          return await run()
        } catch (error) {
          markFailed(span, error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    limited: nothing,
    audited: nothing,
    mailEnded: nothing,
  }
}

/** Only the kind of error: its message may repeat what a visitor typed. */
function markFailed(span: Span, error: unknown): void {
  if (error instanceof Failure) return
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  span.setStatus({ code: SpanStatusCode.ERROR })
}
