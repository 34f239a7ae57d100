import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import { systemClock } from '../../platform/kernel/clock.ts'
import type { Queries } from '../../platform/store/engine.ts'
import { countNoticed, countUnproved, type Waiting } from './tables/unused-accounts.ts'

const { ok } = findingsOf('unused accounts')

const shown = ({ count, isCut }: Waiting): string => (isCut ? `${count} or more` : `${count}`)

export async function* checkUnusedAccounts(sql: Queries, { unusedAccounts }: Config): AsyncIterable<Finding> {
  const { unverifiedTtl, inactiveTtl } = unusedAccounts
  if (unverifiedTtl !== undefined) {
    const count = await countUnproved(sql, systemClock.now() - unverifiedTtl)
    yield ok(`never proved, and waiting to be removed: ${shown(count)}`)
  }
  if (inactiveTtl !== undefined)
    yield ok(`inactive, and to be removed unless their owners sign in: ${shown(await countNoticed(sql))}`)
}
