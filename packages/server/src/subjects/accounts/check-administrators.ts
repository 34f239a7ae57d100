import { allowedAddresses } from '../../gate/accounts/allowed-addresses.ts'
import { blocksDisposable } from '../../gate/accounts/disposable-domains.ts'
import { ACCOUNTS } from '../../gate/accounts/tables/account-columns.ts'
import { type Finding, findingsOf } from '../../platform/commands/finding.ts'
import type { Config } from '../../platform/config/schema.ts'
import type { Queries } from '../../platform/store/engine.ts'

const ADDRESS = ACCOUNTS.pick('email')
const MOST_NAMED = 5

const { warn } = findingsOf('administrators')

/** An administrator's address that could not sign up is often one of a company that is gone. */
export function checkAdministrators({ registration }: Config): ((sql: Queries) => AsyncIterable<Finding>) | undefined {
  const { domains = [], blockedDomains = [] } = registration
  return domains.length + blockedDomains.length > 0 || blocksDisposable(registration)
    ? (sql) => findOutside(sql, registration)
    : undefined
}

async function* findOutside(sql: Queries, registration: Config['registration']): AsyncIterable<Finding> {
  const rows = await sql.query(`SELECT ${ADDRESS.names} FROM accounts WHERE role = 'admin' ORDER BY created_at, id`)
  const allowed = allowedAddresses(registration)
  const outside = rows.map((row) => ADDRESS.read(row).email).filter((email) => !allowed.has(email))
  if (outside.length === 0) return
  const more = outside.length > MOST_NAMED ? ` and ${outside.length - MOST_NAMED} more` : ''
  const named = outside.slice(0, MOST_NAMED).join(', ')
  yield warn(
    `could not sign up with their addresses by the lists of domains (REGISTRATION_DOMAINS and its neighbours): ${named}${more}`,
  )
}
