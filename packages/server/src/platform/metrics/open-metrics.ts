import type { SocketGuard } from '../kernel/socket-guard.ts'
import type { MetricsSources } from './create-metrics.ts'

type MetricsAddress = { readonly host: string; readonly port: number | undefined }

/** Without a port nothing is loaded, and nothing is counted. */
export async function openMetrics({ host, port }: MetricsAddress, sockets: SocketGuard, sources: MetricsSources) {
  if (port === undefined) return undefined
  const { createMetrics } = await import('./create-metrics.ts')
  const { MetricsServer } = await import('./metrics-server.ts')
  const metrics = createMetrics(sources)
  const server = new MetricsServer(metrics, sockets)
  const { observer, figures } = metrics
  return { observer, figures, listen: () => server.listen(host, port), stop: () => server.stop() }
}
