import { readPage } from '../core/paging.ts'
import { userView } from '../core/views.ts'
import { Store } from '../store/store.ts'
import { command, UsageError } from './command.ts'
import { withEngine } from './with-engine.ts'

export const usersList = command({
  name: 'users list',
  summary: 'List accounts, newest first.',
  options: {
    limit: { type: 'string', hint: 'N', help: 'How many; 20 unless given, 100 at most.' },
    offset: { type: 'string', hint: 'N', help: 'How many to skip.' },
    json: { type: 'boolean', help: 'Print a JSON array.' },
  },

  async run({ values, terminal, config }) {
    const page = readPage(values)
    if (!page) throw new UsageError('--limit and --offset must be whole numbers')
    const newestFirst = { by: 'created_at', isAscending: false } as const
    const { accounts } = await withEngine(config(), (engine) =>
      new Store(engine).accounts.list({}, newestFirst, page.limit, page.offset),
    )
    const users = accounts.map(userView)
    if (values.json) return terminal.out(JSON.stringify(users, null, 2))
    for (const user of users) {
      const marks = [user.role, user.isVerified ? 'verified' : 'unverified', ...(user.isBanned ? ['banned'] : [])]
      terminal.out(`${user.id}  ${user.email}  ${user.name}  (${marks.join(', ')})`)
    }
  },
})
