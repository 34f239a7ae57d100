import { askedToStop } from '../../platform/commands/asked-to-stop.ts'
import { CommandError } from '../../platform/commands/command.ts'
import type { Config } from '../../platform/config/schema.ts'
import { SocketGuard } from '../../platform/kernel/socket-guard.ts'
import { createLog } from '../../platform/logging/create-log.ts'
import type { Seat } from './messages.ts'
import { Workers } from './parent.ts'

interface Running {
  readonly picked?: Seat['picked']
  readonly onReady: () => void
}

/** Until the process is asked to stop. */
export async function runWorkers(config: Config, { picked, onReady }: Running): Promise<void> {
  const log = createLog(config)
  const workers = new Workers(config, picked, log)
  const asked = askedToStop()
  const started = workers.start()
  let rolling: Promise<unknown> = started
  process.on('SIGHUP', () => {
    rolling = rolling.then(() => workers.roll())
  })
  if (!(await started)) throw new CommandError('The service did not start.')
  try {
    const metrics = await serveFigures(config, workers)
    if (metrics) log.info({ metrics: metrics.address }, 'metrics are served')
    onReady()
    await asked
    await metrics?.stop()
  } finally {
    await workers.stop()
  }
}

/** Added up over all workers; without a port nothing is loaded. */
async function serveFigures({ metrics: { host, port } }: Config, workers: Workers) {
  if (port === undefined) return undefined
  const [{ AggregatorRegistry, Registry }, { MetricsServer }] = await Promise.all([
    import('prom-client'),
    import('../../platform/metrics/metrics-server.ts'),
  ])
  const scrape = async (): Promise<string> => AggregatorRegistry.aggregate([...(await workers.figures())]).metrics()
  const guard = new SocketGuard(() => undefined)
  const server = new MetricsServer({ contentType: Registry.PROMETHEUS_CONTENT_TYPE, scrape }, guard)
  return { address: await server.listen(host, port), stop: () => server.stop() }
}
