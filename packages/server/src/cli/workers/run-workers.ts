import type { MetricObject } from 'prom-client'
import { askedToStop } from '../../platform/commands/asked-to-stop.ts'
import { CommandError } from '../../platform/commands/command.ts'
import type { Config } from '../../platform/config/schema.ts'
import { SocketGuard } from '../../platform/kernel/socket-guard.ts'
import { createLog } from '../../platform/logging/create-log.ts'
import { onHangup } from '../on-hangup.ts'
import { rereading } from '../reread-settings.ts'
import type { Seat } from './messages.ts'
import { Workers } from './parent.ts'

interface Running {
  readonly reread: () => Config
  readonly picked?: Seat['picked']
  readonly handed: number | undefined
  /** From a terminal the signal means that its window was closed. */
  readonly hearsHangups: boolean
  readonly onReady: () => Promise<void>
}

/** What the process that deals connections out uses itself, and what no two workers may have differently. */
const FIXED: ReadonlySet<string> = new Set([
  ...['HOST', 'PORT', 'WORKERS', 'MAX_CONNECTIONS', 'METRICS_HOST', 'METRICS_PORT', 'DATABASE_URL', 'DATABASE_URL_NEXT'],
])

/** Until the process is asked to stop. */
export async function runWorkers(config: Config, { reread, picked, handed, hearsHangups, onReady }: Running): Promise<void> {
  const log = createLog(config)
  const workers = new Workers({ config, reread, picked, handed, log })
  const asked = askedToStop()
  const started = workers.start()
  const isFixed = ({ name }: { readonly name: string }) => FIXED.has(name)
  const roll = rereading(config, { load: reread, log, isFixed, take: () => workers.roll() })
  if (hearsHangups) onHangup(() => started.then(roll))
  try {
    // Asked to stop before all of them are there.
    const outcome = await Promise.race([started, asked, workers.broken])
    if (outcome === false) throw new CommandError('The service did not start.')
    const metrics = outcome === true ? await serveFigures(config, workers) : undefined
    if (metrics) log.info({ metrics: metrics.address }, 'metrics are served')
    if (outcome === true) await onReady()
    const broken = await Promise.race([asked, workers.broken])
    if (broken) {
      // Where the database has only moved, they end in good order.
      if (broken.exitCode === 1) workers.kill()
      throw new CommandError(broken.reason, broken.exitCode)
    }
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
  const added = (several: readonly (readonly MetricObject[])[]) => AggregatorRegistry.aggregate([...several])
  const scrape = async (): Promise<string> =>
    added(await workers.figures.all((several) => added(several).getMetricsAsJSON())).metrics()
  const guard = new SocketGuard(() => undefined)
  const server = new MetricsServer({ contentType: Registry.PROMETHEUS_CONTENT_TYPE, scrape }, guard)
  return { address: await server.listen(host, port), stop: () => server.stop() }
}
