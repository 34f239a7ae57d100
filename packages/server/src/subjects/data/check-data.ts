import { wordsOfInvisible } from '../../gate/data/kept-data.ts'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import type { Queries } from '../../platform/store/engine.ts'

const { warn } = findingsOf('account data')

const isDeclared = ({ data: { fields, orgFields } }: Config): boolean => fields.length + orgFields.length > 0

/** Values that are kept and invisible, of accounts and of organisations. */
async function* invisibleData(sql: Queries, { data: { fields, orgFields } }: Config): AsyncIterable<Finding> {
  for (const words of await wordsOfInvisible(sql, 'accounts', fields)) yield warn(words)
  for (const words of await wordsOfInvisible(sql, 'organisations', orgFields)) yield warn(words)
}

export const checkData = {
  configured: (config: Config) => (isDeclared(config) ? (sql: Queries) => invisibleData(sql, config) : undefined),

  /** The last field may have been taken out. `config check` opens no database for a service without any; the doctor has it open. */
  async *rows(sql: Queries, config: Config): AsyncIterable<Finding> {
    if (!isDeclared(config)) yield* invisibleData(sql, config)
  },
}
