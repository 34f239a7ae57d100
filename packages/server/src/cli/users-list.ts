import { userView } from '../core/views.ts'
import { Store } from '../store/store.ts'
import { command } from './command.ts'
import { pageOptions, readPageOptions } from './page-options.ts'
import { withEngine } from './with-engine.ts'

export const usersList = command({
  name: 'users list',
  summary: 'List accounts, newest first.',
  options: {
    ...pageOptions,
    json: { type: 'boolean', help: 'Print a JSON array.' },
  },

  async run({ values, terminal, config }) {
    const page = readPageOptions(values)
    const newestFirst = { by: 'created_at', isAscending: false } as const
    const { accounts } = await withEngine(config(), (engine) => new Store(engine).accounts.list({}, newestFirst, page))
    const users = accounts.map(userView)
    if (values.json) return terminal.out(JSON.stringify(users, null, 2))
    for (const user of users) {
      const marks = [user.role, user.isVerified ? 'verified' : 'unverified', ...(user.isBanned ? ['banned'] : [])]
      terminal.out(`${user.id}  ${user.email}  ${user.name}  (${marks.join(', ')})`)
    }
  },
})
