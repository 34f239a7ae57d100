import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { migrations } from '../../src/platform/store/migrations.ts'
import { withSqlite } from '../../src/platform/store/sqlite-file.ts'
import { startCommand } from '../support/command-process.ts'
import { emptyDatabase } from '../support/database.ts'
import { PASSWORD, shell } from '../support/shell.ts'

const isSqlite = inject('engine') === 'sqlite'
const newest = migrations.at(-1)?.id ?? ''
const someone = ['--email', 'ada@example.com', '--name', 'Ada', '--password-file', 'password']

/** Every command that works on a database that is there. */
const commands = [
  ['users', 'list'],
  ['users', 'create', ...someone],
  ['admin', 'create', ...someone],
  ['invites', 'list'],
  ['invites', 'create', '--email', 'guest@example.com'],
  ['invites', 'resend', 'guest@example.com'],
  ['invites', 'revoke', 'guest@example.com'],
  ['audit', 'tail'],
]

/** A database that nothing is in, a shell before it, and the name that an operator knows it by. */
async function site() {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const { pathname, host } = new URL(database.url)
  const here = shell({ DATABASE_URL: database.url, ENABLE_INVITE: 'true' })
  here.file('password', PASSWORD)
  const file = path.join(database.directory, 'test.db')
  return {
    ...database,
    ...here,
    file,
    name: isSqlite ? file : `${host}${pathname}`,
    /** One command as a process, whose development files would be in the directory of the database. */
    async run(...args: string[]) {
      writeFileSync(path.join(database.directory, 'password'), PASSWORD)
      const { exited, lines, errors } = startCommand(args, here.env, database.directory)
      const { code } = await exited
      return { code, out: lines().join('\n'), err: errors() }
    },
    tables: async () =>
      (
        await here.sql(
          isSqlite
            ? `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`
            : `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`,
        )
      ).map(({ name }) => name),
  }
}

describe('a command that finds no database', () => {
  it.each(commands)('says which one it looked for, and makes nothing: %s %s', async (...args) => {
    const { latchkey, name, directory, tables } = await site()
    const { code, out, err } = await latchkey(...args)
    expect([code, out, err]).toEqual([
      1,
      '',
      expect.stringMatching(/^There is no database at \S+: .*`latchkey migrate` makes one\.$/),
    ])
    expect(err).toContain(` ${name}: `)
    expect(err).not.toContain('password')
    expect(readdirSync(directory)).toEqual([])
    if (!isSqlite) expect(await tables()).toEqual([])
  })

  it('makes no directory and no development secret either', async () => {
    const { run, directory } = await site()
    for (const args of [
      ['admin', 'create', ...someone],
      ['invites', 'create', '--email', 'guest@example.com'],
    ])
      expect(await run(...args)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^There is no database at .*\n$/) })
    expect(readdirSync(directory)).toEqual(['password'])
  })

  it('says so as well of one that is empty', async () => {
    const { latchkey, file, name, sql } = await site()
    if (isSqlite) writeFileSync(file, '')
    else await sql(`CREATE TABLE migration_lock (id BIGINT PRIMARY KEY, taken BIGINT NOT NULL)`)
    expect(await latchkey('users', 'list')).toEqual({ code: 1, out: '', err: expect.stringContaining(` ${name}: `) })
    if (isSqlite) expect(readFileSync(file)).toHaveLength(0)
  })

  it.runIf(!isSqlite)('says so as well where the server has none of this name, and does not print the password', async () => {
    const { url } = await site()
    const other = new URL(url)
    other.pathname = '/nowhere'
    other.password ||= 'canary'
    const { code, err } = await shell({ DATABASE_URL: other.href }).latchkey('users', 'list')
    // PostgreSQL makes databases for nobody but its administrators: no command of ours is to be tried next.
    expect([code, err]).toEqual([1, expect.stringContaining(`The database at ${other.host}/nowhere cannot be opened: `)])
    expect(err).not.toContain(other.password)
  })
})

describe('a command that finds an older database', () => {
  it.each(commands)('asks for `latchkey migrate`, and does not migrate: %s %s', async (...args) => {
    const { latchkey, sql, name } = await site()
    await latchkey('migrate')
    await sql(`DELETE FROM migrations WHERE id = '${newest}'`)
    const err = `The database at ${name} is older than this program: run \`latchkey migrate\`.`
    expect(await latchkey(...args)).toEqual({ code: 1, out: '', err })
    expect(await sql(`SELECT id FROM migrations WHERE id = '${newest}'`)).toEqual([])
  })
})

describe('a database that belongs to another program', () => {
  const names = ['comments', 'posts', 'users', 'votes']

  async function foreign() {
    const here = await site()
    const statements = [...names.map((name) => `CREATE TABLE ${name} (id TEXT)`), `INSERT INTO users (id) VALUES ('ada')`]
    if (!isSqlite) for (const statement of statements) await here.sql(statement)
    // Over a connection that is gone afterwards, with all that it puts beside the file.
    else await withSqlite(here.file, false, (database) => database.exec(['PRAGMA journal_mode = WAL', ...statements].join(';')))
    return here
  }

  it.each([['start'], ['migrate'], ...commands])('is left as it is, and named with what it holds: %s', async (...args) => {
    const { latchkey, name, tables, file, directory } = await foreign()
    const before = isSqlite && readFileSync(file)
    const { code, out, err } = await latchkey(...args)
    const what = 'it has the tables comments, posts, users and 1 more'
    const advice = 'Set DATABASE_URL to one that is for this service alone.'
    expect([code, out, err]).toEqual([1, '', `${name} belongs to another program: ${what}. ${advice}`])
    if (before) {
      expect(readFileSync(file).equals(before)).toBe(true)
      expect(readdirSync(directory)).toEqual(['test.db'])
    }
    expect(await tables()).toEqual(names)
  })

  it('is one although it has migrations of its own', async () => {
    const { latchkey, sql, tables } = await site()
    await sql(`CREATE TABLE migrations (id BIGINT PRIMARY KEY, migration TEXT, batch BIGINT)`)
    expect(await latchkey('migrate')).toMatchObject({ code: 1, err: expect.stringContaining('it has the tables migrations. ') })
    expect(await tables()).toEqual(['migrations'])
  })

  it('is one although an earlier start got as far as the lock', async () => {
    const { latchkey, sql } = await foreign()
    await sql(`CREATE TABLE migration_lock (id BIGINT PRIMARY KEY, taken BIGINT NOT NULL)`)
    expect(await latchkey('migrate')).toMatchObject({ code: 1, err: expect.stringContaining('belongs to another program') })
  })

  it.runIf(isSqlite)('may be no database at all', async () => {
    const { latchkey, file, name, directory } = await site()
    writeFileSync(file, 'precious '.repeat(1000))
    for (const args of [['start'], ['migrate'], ['users', 'list']]) {
      const { code, err } = await latchkey(...args)
      expect([code, err]).toEqual([1, expect.stringContaining(`${name} belongs to another program: it is no SQLite database.`)])
    }
    expect(readFileSync(file, 'utf8')).toBe('precious '.repeat(1000))
    expect(readdirSync(directory)).toEqual(['test.db'])
  })
})

describe('latchkey migrate', () => {
  it('makes a database where there is none, or an empty one, and its directory', async () => {
    const { latchkey, directory, tables, file } = await site()
    if (isSqlite) writeFileSync(file, '')
    expect((await latchkey('migrate')).code).toBe(0)
    expect(await tables()).toContain('accounts')
    if (!isSqlite) return
    const deep = path.join(directory, 'a', 'b', 'c.db')
    expect((await shell({ DATABASE_URL: `file:${deep}` }).latchkey('migrate')).code).toBe(0)
    expect(existsSync(deep)).toBe(true)
  })

  it('goes on where another one was killed before its first migration', async () => {
    const { latchkey, sql, tables } = await site()
    await sql(`CREATE TABLE migration_lock (id BIGINT PRIMARY KEY, taken BIGINT NOT NULL)`)
    expect((await latchkey('migrate')).code).toBe(0)
    expect(await tables()).toContain('accounts')
  })

  it('does not mind tables of others beside its own', async () => {
    const { latchkey, sql } = await site()
    await latchkey('migrate')
    await sql(`CREATE TABLE posts (id TEXT)`)
    expect((await latchkey('migrate')).code).toBe(0)
    expect((await latchkey('users', 'list')).code).toBe(0)
  })

  it.runIf(!isSqlite)('looks at the schema that it would use, and at no other', async () => {
    const { latchkey, sql, url } = await site()
    await sql(`CREATE TABLE posts (id TEXT)`)
    await sql(`CREATE SCHEMA ours`)
    const ours = shell({ DATABASE_URL: `${url}?options=${encodeURIComponent('-c search_path=ours,public')}` })
    expect((await latchkey('migrate')).code).toBe(1)
    expect((await ours.latchkey('migrate')).code).toBe(0)
    expect((await ours.latchkey('users', 'list')).code).toBe(0)
    expect(await sql(`SELECT 1 AS there FROM pg_tables WHERE schemaname = 'ours' AND tablename = 'accounts'`)).toHaveLength(1)
  })

  it.runIf(isSqlite)('also looks into a database that was cut off in the middle of a write', async () => {
    const { latchkey, directory } = await site()
    await latchkey('migrate')
    const copy = path.join(directory, 'copy.db')
    await latchkey('backup', copy)
    const other = shell({ DATABASE_URL: `file:${await tornCopy(copy)}` })
    expect(await other.latchkey('migrate')).toEqual({ code: 0, out: 'The database is up to date.', err: '' })
  })
})

/** A copy with the rollback journal of a write that never ended: only a writer can put it right. */
async function tornCopy(file: string): Promise<string> {
  const torn = `${file}.torn`
  await withSqlite(file, false, (database) => {
    database.exec('PRAGMA cache_size = 1') // so that a write reaches the file before its end
    database.exec('CREATE TABLE filling (bytes BLOB)')
    for (let i = 0; i < 50; i++) database.exec('INSERT INTO filling VALUES (randomblob(3000))')
    database.exec('BEGIN')
    database.exec('UPDATE filling SET bytes = randomblob(3000)')
    for (const ending of ['', '-journal']) writeFileSync(`${torn}${ending}`, readFileSync(`${file}${ending}`))
    database.exec('ROLLBACK')
  })
  return torn
}
