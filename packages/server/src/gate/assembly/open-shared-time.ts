import type { Logger } from 'pino'
import type { Clock } from '../../platform/kernel/clock.ts'
import type { Engine } from '../../platform/store/engine.ts'
import { SharedTime } from '../upkeep/shared-time.ts'

export async function openSharedTime({ now }: Engine, clock: Clock, log: Logger): Promise<SharedTime> {
  const time = new SharedTime({
    clock,
    databaseNow: now,
    onSkew: (skewMs) => log.warn({ skewMs }, "this machine's clock and the database's differ"),
    onError: (err) => log.warn({ err }, 'the time of the database could not be asked'),
  })
  await time.compare().catch((error: unknown) => {
    time.stop()
    throw error
  })
  return time
}
