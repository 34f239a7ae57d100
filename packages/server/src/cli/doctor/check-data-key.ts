import { existsSync, readFileSync } from 'node:fs'
import { HOOKS } from '../../gate/hooks.ts'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { deriveKeys, unsealBy } from '../../platform/kernel/keys.ts'
import { Secret } from '../../platform/kernel/secret.ts'
import type { Queries } from '../../platform/store/engine.ts'
import type { Connection } from '../../platform/store/table.ts'
import { connectionTo } from '../../platform/store/table-list.ts'

const { ok, warn, fail } = findingsOf('data key')

/** `generated` is the file with the secret that development has made for itself. */
export async function checkDataKey(sql: Queries, { security }: Config, generated: string): Promise<Finding> {
  const [row] = await sql.query(`SELECT sealed FROM data_keys`)
  if (!row) return ok('not needed yet')
  const secret = security.secret ?? (existsSync(generated) ? new Secret(readFileSync(generated, 'utf8')) : undefined)
  if (!secret) return fail('there is no secret to open it with')
  const { dataKeys: ring } = deriveKeys(secret, security.previousSecret)
  try {
    const { key } = unsealBy(ring, String(row['sealed']))
    return key === ring[0]
      ? ok('SECRET opens it')
      : warn('only PREVIOUS_SECRET opens it: start the service once before you remove that')
  } catch {
    if (!(await holdsSealed(tablesOf(sql))))
      return warn('SECRET does not open it; nothing is kept under it yet, and the next start makes another')
    return fail(
      'SECRET does not open it, so the service does not start: set the SECRET that was in force, or name that as PREVIOUS_SECRET. ' +
        'Where it is lost for good, `latchkey secret lost` says what is lost with it, and with --yes goes on without it',
    )
  }
}

/** Nothing is written by it. */
const tablesOf = (sql: Queries): Connection =>
  connectionTo({
    query: (text, params) => sql.query(text, params),
    run: async (text, params) => void (await sql.query(text, params)),
  })

async function holdsSealed(tables: Connection): Promise<boolean> {
  for (const hooks of HOOKS) if (await hooks.holdsSealed?.(tables)) return true
  return false
}
