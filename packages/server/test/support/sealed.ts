import { purgeClient } from '../../src/gate/assembly/purge-client.ts'
import { headIn } from '../../src/gate/audit/log/head.ts'
import { logKeyOf } from '../../src/gate/audit/log/log-key.ts'
import { sealedEventsIn } from '../../src/gate/audit/log/sealed-events.ts'
import type { Context } from '../../src/gate/deps.ts'
import type { Queries } from '../../src/platform/store/engine.ts'
import { sealEvents } from '../../src/subjects/audit/sealing/seal-events.ts'
import { writeCheckpoint } from '../../src/subjects/audit/sealing/write-checkpoint.ts'
import { databaseSource, readOnly } from '../../src/subjects/audit/verifying/database-source.ts'
import { openCheckpoint } from '../../src/subjects/audit/verifying/kept-checkpoints.ts'
import type { Verdict } from '../../src/subjects/audit/verifying/verdict.ts'
import { verifyLog } from '../../src/subjects/audit/verifying/verify-log.ts'
import type { World } from './world.ts'

type Sealing = Pick<World, 'depsFor'>

export const contextsOf =
  ({ depsFor }: Sealing) =>
  (): Context => ({ deps: depsFor(), client: purgeClient })

/** A round of the sealer, which no world runs by itself. How many events got a number. */
export const seal = (here: Sealing): Promise<number> => sealEvents(contextsOf(here))

/** What the log says of itself from now on. */
export const checkpoint = (here: Sealing) => writeCheckpoint(contextsOf(here)())

/** What is found by whoever has SECRET, of the service's own database unless another is given. */
export async function verify(
  { depsFor, elsewhere }: Pick<World, 'depsFor' | 'elsewhere'>,
  { sql = elsewhere, notes = [] }: { readonly sql?: Queries; readonly notes?: readonly string[] } = {},
): Promise<Verdict> {
  const { store, ...deps } = depsFor()
  const key = await logKeyOf(deps)
  const source = await databaseSource(readOnly(sql))
  const verifier = key.signer((await headIn(store).find())?.origin ?? 'none')
  return verifyLog(source, { verifier, key, elsewhere: notes.flatMap((note) => openCheckpoint(verifier, note) ?? []) })
}

/** All events that have a number, in its order. */
export const sealedIn = ({ depsFor }: Sealing) => sealedEventsIn(depsFor().store).list(0, 100_000)

/** So many events at once, as if the service had written them. */
export async function written({ sql, clock }: Pick<World, 'sql' | 'clock'>, events: number, name = 'event'): Promise<void> {
  const rows = Array.from({ length: events }, (_, n) => [`${name}-${n}`, clock.now() + n])
  for (let at = 0; at < events; at += 100)
    await sql(
      `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at)
       VALUES ${rows
         .slice(at, at + 100)
         .map(() => `(?, 'logout', 1, '192.0.2.1', 'curl', 'r', '{"n":1}', ?)`)
         .join(', ')}`,
      rows.slice(at, at + 100).flat(),
    )
}
