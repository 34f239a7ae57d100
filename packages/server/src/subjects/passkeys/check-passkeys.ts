import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { relyingPartyOf } from './steps/relying-party.ts'
import { STRANDED } from './tables/passkeys.ts'

const { ok, warn } = findingsOf('passkeys')

export async function* checkKeptPasskeys(sql: Queries, config: Config): AsyncIterable<Finding> {
  const rpId = relyingPartyOf(config)?.id ?? ''
  const count = async (text: string, params: readonly string[]) => Number((await sql.query(text, params))[0]?.['total'])
  const total = await count(`SELECT COUNT(*) AS total FROM passkeys WHERE rp_id <> ?`, [rpId])
  if (total === 0) return
  const stranded = await count(STRANDED, [rpId, rpId])
  yield warn(`${total} were made for another domain and cannot be used: PUBLIC_URL or PASSKEY_RP_ID has changed`)
  if (stranded > 0)
    yield warn(
      `accounts that ask for one and have none but these: ${stranded}. A mailed code alone does not open them, until an administrator removes their factors`,
    )
}

/** The domain is told because it cannot be changed later without losing every passkey. */
export function* checkPasskeys(config: Config): Iterable<Finding> {
  const rp = relyingPartyOf(config)
  if (!config.passkeys.enabled) yield ok('switched off')
  else if (!rp) yield warn('there can be none: PUBLIC_URL is an address or a name without a dot')
  else yield ok(`are made for ${rp.id}, and work at ${rp.origins.join(', ')}`)
}
