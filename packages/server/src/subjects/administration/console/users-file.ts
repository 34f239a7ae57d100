import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { csvHead, csvLine } from '../../../gate/pages/console/csv.ts'
import { everyPageOf } from '../../../gate/pages/console/every-page-of.ts'
import type { Hosted } from '../../../gate/pages/view.ts'
import { listUsers } from '../flows/list-users.ts'
import { userQuery } from './user-query.ts'

const COLUMNS = [
  'id',
  'email',
  'name',
  'role',
  'isVerified',
  'isBanned',
  'twoFactorEnabled',
  'lastSignInAt',
  'lastActiveAt',
  'createdAt',
  'updatedAt',
] as const

type Users = Static<typeof listUsers.reply>

export const usersFile: Hosted = {
  path: pagePaths.consoleUsersFile,
  for: 'administrators',
  scope: 'users:read',

  async show({ run, query }) {
    const read = (after?: string): Promise<Users> => run(listUsers, { query: { ...userQuery(query), limit: '100', after } })
    // The first page is read before anything is sent, so that a failure still gets an error page.
    const first = await read()
    return { fileName: 'users.csv', type: 'text/csv; charset=utf-8', pieces: linesOf(first, read) }
  },
}

async function* linesOf(first: Users, read: (after: string) => Promise<Users>): AsyncGenerator<string> {
  yield csvHead(COLUMNS)
  for await (const { users } of everyPageOf(first, read))
    yield users.map((user) => csvLine(COLUMNS.map((name) => user[name] ?? null))).join('')
}
