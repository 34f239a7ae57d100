import type { Observer } from '../kernel/observer.ts'

/** Every copy of the OpenTelemetry API in a process shares this place for the registered SDK. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1')

/** Makes spans when an SDK was loaded before the service: `node --import ./otel.mjs`. Otherwise not even the API is loaded. */
export async function openTracing(): Promise<Observer | undefined> {
  const registered = (globalThis as { [REGISTRY]?: { readonly trace?: unknown } })[REGISTRY]
  if (registered?.trace === undefined) return undefined
  return (await import('./tracing-observer.ts')).tracingObserver()
}
