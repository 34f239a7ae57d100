import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { csvHead, csvLine } from '../../../gate/pages/console/csv.ts'
import { everyPageOf } from '../../../gate/pages/console/every-page-of.ts'
import type { Hosted, Visit } from '../../../gate/pages/view.ts'
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
  'lastActiveAt',
  'createdAt',
  'updatedAt',
] as const

/** `/console/users.csv`: the list as it was filtered, all of it. */
export const usersFile: Hosted = {
  path: pagePaths.consoleUsersFile,
  for: 'administrators',

  async show(visit) {
    // Read before anything is sent: what cannot be answered is still told as such.
    const first = await usersIn(visit)
    return { fileName: 'users.csv', type: 'text/csv; charset=utf-8', pieces: linesOf(visit, first) }
  },
}

type Users = Static<typeof listUsers.reply>

const usersIn = ({ run, query }: Visit, after?: string): Promise<Users> =>
  run(listUsers, { query: { ...userQuery(query), limit: '100', after } })

async function* linesOf(visit: Visit, first: Users): AsyncGenerator<string> {
  yield csvHead(COLUMNS)
  for await (const { users } of everyPageOf(first, (after) => usersIn(visit, after)))
    yield users.map((user) => csvLine(COLUMNS.map((name) => user[name] ?? null))).join('')
}
