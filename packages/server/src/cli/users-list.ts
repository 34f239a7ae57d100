import { readAccountQuery } from '../core/lists/account-query.ts'
import { userView } from '../core/views/user-view.ts'
import { Store } from '../store/store.ts'
import { command, UsageError } from './command.ts'
import { pageOptions, readPageOptions } from './page-options.ts'
import { withEngine } from './with-engine.ts'

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
    json: { type: 'boolean', help: 'Print a JSON array.' },
  },

  async run({ values, terminal, config }) {
    const page = readPageOptions(values)
    const wanted = readAccountQuery(values)
    if ('problem' in wanted) throw new UsageError(`--${wanted.problem}`)
    const { filter, order } = wanted
    const { accounts } = await withEngine(config(), (engine) => new Store(engine).accounts.list(filter, order, page))
    const users = accounts.map(userView)
    if (values.json) return terminal.out(JSON.stringify(users, null, 2))
    for (const user of users) {
      const marks = [user.role, user.isVerified ? 'verified' : 'unverified', ...(user.isBanned ? ['banned'] : [])]
      terminal.out(`${user.id}  ${user.email}  ${user.name}  (${marks.join(', ')})`)
    }
  },
})
