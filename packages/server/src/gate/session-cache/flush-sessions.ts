import type { Engine } from '../../platform/store/engine.ts'
import { EVERY_ACCOUNT } from '../../platform/store/lease/session-leases.ts'
import { lock } from '../../platform/store/locks.ts'
import { SessionInvalidator } from './session-invalidator.ts'

/** Resolves when no process keeps anything that it has read before. Sessions stay as they are. */
export async function flushSessions(engine: Engine): Promise<void> {
  const news = new SessionInvalidator(engine)
  const posted = await engine.transaction(async (sql) => {
    await lock(sql, 'sessions') // on SQLite any change at all will do
    return news.post(sql, new Set([EVERY_ACCOUNT]))
  })
  if (posted) await news.send(posted)
}
