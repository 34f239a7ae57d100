import type { Engine, Sql } from '../../src/platform/store/engine.ts'

/**
 * What changes anything that a session check sees. When an account was last seen or active, or raised, it does not show, nor what a session
 * is called; and a session without cookies that is prolonged is cached for too short a time, never for too long.
 */
const CHANGE =
  /^(UPDATE accounts SET (?!last_(?:seen|active)_at = \? WHERE|words_of|has_signed_in)|UPDATE sessions SET (?!last_active_at|elevation|expires_at|name = \? WHERE)|DELETE FROM accounts)/

/** The same engine, which fails a transaction that changes what a session check sees and leaves no message for those who keep it. */
export const withToldChanges = (engine: Engine): Engine['transaction'] => {
  if (!engine.wakeFollowers) return engine.transaction
  return (work) =>
    engine.transaction(async (sql) => {
      const untold: string[] = []
      const watched: Sql = {
        run: sql.run,
        async query(text, params, held) {
          const rows = await sql.query(text, params, held)
          if (CHANGE.test(text) && rows.length > 0) untold.push(text)
          if (text.startsWith('INSERT INTO session_messages')) untold.length = 0
          return rows
        },
      }
      const result = await work(watched)
      if (untold.length > 0) throw new Error(`no process was told of: ${untold.join('; ')}`)
      return result
    })
}
