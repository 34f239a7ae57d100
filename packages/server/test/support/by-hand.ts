import { flushSessions } from '../../src/gate/session-cache/flush-sessions.ts'
import type { Engine, Row, Value } from '../../src/platform/store/engine.ts'

/** What may be kept in memory; a row that is new is not. */
const CHANGES = /^\s*(?:UPDATE|DELETE)\b/

/** Looks into the database or changes it, as an operator does: whatever is changed by hand has to be told to the services on it. */
export const byHand =
  (engine: Engine) =>
  async (text: string, params: readonly Value[] = []): Promise<readonly Row[]> => {
    const rows = await engine.query(text, params)
    if (engine.wakeFollowers && CHANGES.test(text)) await flushSessions(engine)
    return rows
  }
