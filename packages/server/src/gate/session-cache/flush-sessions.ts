import type { Engine } from '../../platform/store/engine.ts'
import { EVERY_ACCOUNT } from '../../platform/store/lease/session-leases.ts'
import { lock } from '../../platform/store/locks.ts'
import { SessionInvalidator } from './session-invalidator.ts'

/** Resolves once no process caches anything that was read before this call. Sessions stay alive. */
export async function flushSessions(engine: Engine): Promise<void> {
  const invalidator = new SessionInvalidator(engine)
  const posted = await engine.transaction(async (sql) => {
    await lock(sql, 'sessions') // on SQLite any change of the file empties the caches
    return invalidator.post(sql, new Set([EVERY_ACCOUNT]))
  })
  if (posted) await invalidator.send(posted)
}
