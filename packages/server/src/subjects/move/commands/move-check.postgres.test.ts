import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { emptyDatabase, migratedDatabase } from '../../../../test/support/database.ts'
import { atEnd } from '../../../../test/support/shared.ts'
import { migratedShell, shell } from '../../../../test/support/shell.ts'
import { raiseFence } from '../../../platform/store/moved/fence.ts'
import { databaseName } from '../../../platform/store/open-engine.ts'

const SECRET = 'a secret for tests, 32 bytes and more'
const PASSWORD = 'the-password-of-the-target'

async function on(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A file of this service, and a database that it could go to, of a user of its own. */
async function scene({ isMigrated = false } = {}) {
  const target = isMigrated ? await migratedDatabase() : await emptyDatabase()
  const role = `mover_${randomUUID().replaceAll('-', '')}`
  const name = new URL(target.url).pathname.slice(1)
  await on(target.url, `CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`)
  atEnd(async () => {
    await target.drop()
    await on(`${inject('postgresUrl')}/postgres`, `DROP ROLE IF EXISTS ${role}`).catch(() => undefined)
  })
  const own = new URL(target.url)
  ;[own.username, own.password] = [role, PASSWORD]
  const here = await migratedShell({ SECRET })
  const before = readFileSync(here.database)
  return {
    ...here,
    ...{ name, role, url: target.url, own: own.href },
    /** How the check ends. It never shows the password, and changes nothing of the file. */
    async check(to = target.url) {
      const { code, out, err } = await here.latchkey('move', '--to', to, '--check')
      expect(out + err).not.toContain(PASSWORD)
      expect(readFileSync(here.database).equals(before)).toBe(true)
      return { code, text: [out, err].join('\n') }
    },
  }
}

const lying = (name: string, type: string, body: string) =>
  `CREATE FUNCTION public.${name} RETURNS ${type} LANGUAGE sql AS $$ ${body} $$`

const OLDER = `SELECT CASE $1 WHEN 'server_version' THEN '13.9' WHEN 'server_version_num' THEN '130009' ELSE pg_catalog.current_setting($1) END`
const ASCII = `SELECT CASE $1 WHEN 'server_encoding' THEN 'SQL_ASCII' ELSE pg_catalog.current_setting($1) END`
const RECORD = `CREATE TABLE latchkey_move (id TEXT, state TEXT)`

describe('latchkey move --check says of the target', () => {
  it.each([
    ['that others have tables there', [`CREATE TABLE shop (id TEXT)`], 'belongs to another program: it has the tables shop'],
    ['that it takes no writes', [`ALTER DATABASE $name SET default_transaction_read_only = on`], 'it takes no writes'],
    [
      'that its user may do nothing there',
      [`REVOKE CREATE ON SCHEMA public FROM PUBLIC`],
      'its user may not create tables: GRANT CREATE ON SCHEMA',
    ],
    [
      'that it is too old',
      [lying('current_setting(text)', 'text', OLDER), `ALTER DATABASE $name SET search_path = public, pg_catalog`],
      'PostgreSQL 13.9 is too old: version 14 is the least',
    ],
    [
      'that its encoding is another',
      [lying('current_setting(text)', 'text', ASCII), `ALTER DATABASE $name SET search_path = public, pg_catalog`],
      `its encoding is SQL_ASCII: make the database with ENCODING 'UTF8'`,
    ],
    [
      'that its clock is another',
      [
        lying('clock_timestamp()', 'timestamptz', `SELECT pg_catalog.clock_timestamp() + interval '1 hour'`),
        `ALTER DATABASE $name SET search_path = public, pg_catalog`,
      ],
      /its clock and the one of this machine are 3\d{3} seconds apart/,
    ],
  ])('%s', async (_, statements, said) => {
    const { check, url, own, name } = await scene()
    await on(url, ...statements.map((statement) => statement.replace('$name', name)))
    expect(await check(own)).toEqual({ code: 1, text: expect.stringMatching(said) })
  })

  it.each([
    ['that they are empty', [], undefined],
    [
      'whose rows they are',
      [`INSERT INTO day_counters (figure, day, shard, total) VALUES ('account', 1, 1, 1)`],
      'is not empty: there are rows in day_counters',
    ],
    ['that it is newer', [`INSERT INTO migrations (id) VALUES ('9999-of-tomorrow')`], 'is newer than this program'],
    ['that a service works there', [RECORD, `INSERT INTO latchkey_move VALUES ('x', 'open')`], 'a service works at'],
    ['that one was handed over there', [RECORD, `INSERT INTO latchkey_move VALUES ('x', 'handed')`], 'a service works at'],
    ['what a move has left', [RECORD, `INSERT INTO latchkey_move VALUES ('x', 'copying')`], undefined],
  ])('%s, where our tables are', async (_, statements, said) => {
    const { check, url } = await scene({ isMigrated: true })
    await on(url, ...statements)
    const { code, text } = await check()
    expect([code, text]).toEqual([said ? 1 : 0, expect.stringContaining(said ?? 'ok    target')])
  })

  it('that it cannot be reached, without its password', async () => {
    const { check, own, latchkey } = await scene()
    const [nowhere, other] = [new URL(own), new URL(own)]
    nowhere.port = '1'
    other.pathname = '/nothing'
    for (const to of [nowhere, other])
      expect(await check(to.href)).toMatchObject({ code: 1, text: expect.stringMatching(/cannot be opened: \S/) })
    const said = expect.stringContaining('--to must start with postgres://')
    expect(await latchkey('move', '--to', 'file:./other.db', '--check')).toMatchObject({ code: 2, err: said })
  })
})

describe('latchkey move --check says of the file', () => {
  it.each([
    ['older', `DELETE FROM migrations WHERE id = (SELECT MAX(id) FROM migrations)`, 'is older than this program'],
    ['newer', `INSERT INTO migrations (id) VALUES ('9999-of-tomorrow')`, 'is newer than this program'],
  ])('that it is %s', async (_, statement, said) => {
    const [{ sql, latchkey }, target] = [await migratedShell({ SECRET }), await emptyDatabase()]
    atEnd(target.drop)
    await sql(statement)
    const { code, err } = await latchkey('move', '--to', target.url, '--check')
    expect([code, err]).toEqual([1, expect.stringContaining(said)])
  })

  it('that it is none, that its secret stays behind, and all at once', async () => {
    const target = await emptyDatabase()
    atEnd(target.drop)
    await on(target.url, `CREATE TABLE shop (id TEXT)`)
    const { latchkey, file } = shell({ DATABASE_URL: 'file:./x.db' })
    writeFileSync(file('x.db', ''), 'no database, but some text of more than a page'.repeat(200))
    const { code, err } = await latchkey('move', '--to', target.url, '--check')
    expect(code).toBe(1)
    for (const said of ['there is no database of this service', 'set SECRET to what', 'belongs to another program'])
      expect(err).toContain(said)
    const there = shell({ DATABASE_URL: target.url })
    expect(await there.latchkey('move', '--to', target.url, '--check')).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is nothing to move'),
    })
  })

  it('where its rows have gone, as every command does, without the password of the target', async () => {
    const { own, sql, latchkey } = await scene()
    const tables = await sql(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*'`)
    const target = await databaseName(own)
    for (const statement of raiseFence(
      tables.map(({ name }) => String(name)),
      { id: 'x', target },
    ))
      await sql(statement).catch(() => undefined)
    const said = `has moved to ${target}`
    const { code, out, err } = await latchkey('move', '--to', own, '--check')
    expect([code, out + err]).toEqual([1, expect.stringContaining(said)])
    for (const words of [
      ['users', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--no-password'],
      ['users', 'schemes'],
      ['migrate'],
      ['doctor'],
      ['start'],
      ['move', '--to', own.replace(/[^/]+$/, 'postgres')],
    ]) {
      const ended = await latchkey(...words)
      expect([words[0], ended.code, ended.out + ended.err]).toEqual([words[0], 1, expect.stringMatching(/moved to/)])
      expect(ended.out + ended.err).not.toContain(PASSWORD)
    }
  })
})
