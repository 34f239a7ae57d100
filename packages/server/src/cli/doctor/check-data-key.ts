import { existsSync, readFileSync } from 'node:fs'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { deriveKeys, unsealBy } from '../../platform/kernel/keys.ts'
import { Secret } from '../../platform/kernel/secret.ts'
import type { Queries } from '../../platform/store/engine.ts'

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
    const isUsed = await sql.query(
      `SELECT account_id FROM totp_seeds UNION SELECT account_id FROM recovery_codes UNION SELECT id FROM hash_keys
       UNION SELECT kid FROM oidc_signing_keys UNION SELECT origin FROM audit_head UNION SELECT id FROM webhooks LIMIT 1`,
    )
    if (isUsed.length === 0)
      return warn('SECRET does not open it; nothing is kept under it yet, and the next start makes another')
    return fail('SECRET does not open it: what is sealed with it would be lost, so the service does not start')
  }
}
