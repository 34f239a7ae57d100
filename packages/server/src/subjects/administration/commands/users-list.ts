import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { openStore } from '../../../gate/assembly/open-store.ts'
import { withEngine } from '../../../gate/assembly/with-engine.ts'
import { findKeysetPage } from '../../../gate/lists/keyset.ts'
import { pageOptions, readPageOptions } from '../../../gate/lists/page-options.ts'
import { userView } from '../../../gate/views/user-view.ts'
import { command, UsageError } from '../../../platform/commands/command.ts'
import { readAccountQuery } from '../steps/account-query.ts'

export const usersList = command({
  name: 'users list',
  summary: 'List accounts, newest first.',
  options: {
    search: {
      type: 'string',
      hint: 'TEXT',
      help: 'Only those with a word in the name or the address that begins like this, or this id.',
    },
    ...pageOptions,
    after: { type: 'string', hint: 'PLACE', help: 'Go on where another call has stopped, as it says at its end.' },
    json: { type: 'boolean', help: 'Print a JSON array.' },
  },

  async run({ values, terminal, config }) {
    readPageOptions(values)
    const query = readAccountQuery(values)
    if ('problem' in query) throw new UsageError(`--${query.problem}`)
    const list = await findKeysetPage('users', query, values, (slice) =>
      withEngine(config(), (engine) => accountsIn(openStore(engine)).list(query.filter, query.order, slice)),
    )
    if ('problem' in list) throw new UsageError(`--${list.problem}`)
    if (list.page.next !== undefined) terminal.err(`There are more: --after ${list.page.next}`)
    const users = list.found.accounts.map(userView)
    if (values.json) return terminal.out(JSON.stringify(users, null, 2))
    for (const user of users) {
      const marks = [user.role, user.isVerified ? 'verified' : 'unverified', ...(user.isBanned ? ['banned'] : [])]
      terminal.out(`${user.id}  ${user.email}  ${user.name}  (${marks.join(', ')})`)
    }
  },
})
