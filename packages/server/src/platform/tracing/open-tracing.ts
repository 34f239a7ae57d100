import type { Observer } from '../kernel/observer.ts'

/** Where the OpenTelemetry API keeps what an SDK has registered; the same for every copy of the API in a process. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1')

/**
 * An observer that makes spans, when an SDK was loaded before the service: `node --import ./otel.mjs`. Otherwise not even
 * the API is loaded, and nothing is wrapped.
 */
export async function openTracing(): Promise<Observer | undefined> {
  const registered = (globalThis as { [REGISTRY]?: { readonly trace?: unknown } })[REGISTRY]
  if (registered?.trace === undefined) return undefined
  return (await import('./tracing-observer.ts')).tracingObserver()
}
