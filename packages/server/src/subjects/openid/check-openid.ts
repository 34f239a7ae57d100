import type { Finding } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { checkClients } from './check-clients.ts'
import { checkSigningKeys } from './keys/check-keys.ts'

export async function* checkOpenid(sql: Queries, config: Config): AsyncIterable<Finding> {
  yield* checkClients(sql, config)
  yield* checkSigningKeys(sql)
}
