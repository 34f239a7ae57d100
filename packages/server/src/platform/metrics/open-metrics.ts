import type { Observer } from '../kernel/observer.ts'
import type { SocketGuard } from '../kernel/socket-guard.ts'
import type { MetricsSources } from './create-metrics.ts'

interface OpenMetrics {
  readonly observer: Observer
  /** Resolves to the address of the figures. */
  listen(): Promise<string>
  stop(): Promise<void>
}

/** Nothing of it is loaded, and nothing is counted, unless there is a port to show it on. */
export async function openMetrics(
  { host, port }: { readonly host: string; readonly port: number | undefined },
  sockets: SocketGuard,
  sources: MetricsSources,
): Promise<OpenMetrics | undefined> {
  if (port === undefined) return undefined
  const { createMetrics } = await import('./create-metrics.ts')
  const { MetricsServer } = await import('./metrics-server.ts')
  const metrics = createMetrics(sources)
  const server = new MetricsServer(metrics, sockets)
  return { observer: metrics.observer, listen: () => server.listen(host, port), stop: () => server.stop() }
}
