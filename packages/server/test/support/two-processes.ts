import { onTestFinished } from 'vitest'
import { openEngine } from '../../src/store/open-engine.ts'
import { byHand } from './by-hand.ts'
import { emptyDatabase } from './database.ts'
import { doorTo } from './door-to.ts'
import { mailServer } from './mail-server.ts'
import { startServer } from './server-process.ts'
import { spread } from './spread.ts'
import type { Place } from './world.ts'

/** The built program, twice, on one database. Requests go to the one and the other by turns. */
export async function twoProcesses(env: Record<string, string> = {}): Promise<Place> {
  const { url, directory, drop } = await emptyDatabase({ mayBeMigrated: true })
  onTestFinished(drop)
  const mail = await mailServer()
  const settings = { DATABASE_URL: url, SMTP_URL: mail.url, HASH_QUEUE: '1000', ...env }
  const [one, other] = await Promise.all([startServer(settings, directory), startServer(settings, directory)])
  const engine = await openEngine({ url, poolSize: 2, onError: () => undefined })
  onTestFinished(engine.close)
  return spread([doorTo(() => one.url), doorTo(() => other.url)], {
    mail,
    sql: byHand(engine),
  })
}
