import type { Static } from 'typebox'
import type { Fields, Value } from '../../../gate/data/field.ts'
import { unlessRefused } from '../../../gate/data/pages/unless-refused.ts'
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
type User = Users['users'][number]

interface Format {
  readonly type: string
  head(fields: Fields): string
  line(user: User, fields: Fields): string
}

/** Each declared field has a column with its name behind `data.`, so that no field can be taken for one of the account. */
const CSV: Format = {
  type: 'text/csv; charset=utf-8',
  head: (fields) => csvHead([...COLUMNS, ...fields.map(({ name }) => `data.${name}`)]),
  line: (user, fields) =>
    csvLine([...COLUMNS.map((name) => user[name] ?? null), ...fields.map(({ name }) => cellOf(user.data?.[name] ?? null))]),
}

const NDJSON: Format = { type: 'application/x-ndjson', head: () => '', line: (user) => `${JSON.stringify(user)}\n` }

const cellOf = (value: Value | null) => (Array.isArray(value) ? value.join('; ') : value)

const usersFileAs = (path: Hosted['path'], fileName: string, format: Format): Hosted => ({
  path,
  for: 'administrators',
  scope: 'users:read',

  async show({ run, query, deps }) {
    const { fields } = deps.config.data
    const reads = (include: string) => (after?: string) =>
      run(listUsers, { query: { ...userQuery(query), include, limit: '100', after } })
    const withData = reads('lastActiveAt,data')
    // The first page is read before anything is sent, so that a failure still gets an error page.
    const first = fields.length > 0 ? await unlessRefused(withData()) : undefined
    if (first) return { fileName, type: format.type, pieces: linesOf(format, fields, first, withData) }
    const without = reads('lastActiveAt')
    return { fileName, type: format.type, pieces: linesOf(format, [], await without(), without) }
  },
})

export const usersFiles: readonly Hosted[] = [
  usersFileAs(pagePaths.consoleUsersFile, 'users.csv', CSV),
  usersFileAs(pagePaths.consoleUsersLines, 'users.ndjson', NDJSON),
]

async function* linesOf(
  { head, line }: Format,
  fields: Fields,
  first: Users,
  read: (after: string) => Promise<Users>,
): AsyncGenerator<string> {
  yield head(fields)
  for await (const { users } of everyPageOf(first, read)) yield users.map((user) => line(user, fields)).join('')
}
