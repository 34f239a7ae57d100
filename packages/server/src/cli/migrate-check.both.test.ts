import { describe, expect, it } from 'vitest'
import { shell } from '../../test/support/shell.ts'
import { world } from '../../test/support/world.ts'
import type { Migration } from '../platform/store/migrations.ts'
import { migrations } from '../platform/store/migrations.ts'

/** A database that a former version has left, and a terminal beside it. */
async function older() {
  const { database, sql } = await world()
  await sql(`DROP INDEX recovery_codes_by_key`)
  await sql(`ALTER TABLE refresh_tokens DROP COLUMN cookie`)
  await sql(`DELETE FROM migrations WHERE id IN ('0009-keys-of-recovery-codes', '0010-cookies-of-refresh-tokens')`)
  return { sql, latchkey: shell({ DATABASE_URL: database.url }).latchkey }
}

async function withMigration<T>(migration: Migration, work: () => Promise<T>): Promise<T> {
  migrations.push(migration)
  try {
    return await work()
  } finally {
    migrations.pop()
  }
}

describe('latchkey migrate --check', () => {
  it('says what would run, for how long, and that the older version can go on, and changes nothing', async () => {
    const { latchkey } = await older()
    const checked = await latchkey('migrate', '--check')
    expect(checked).toEqual({
      code: 3,
      out: '0010-cookies-of-refresh-tokens: at once\n0009-keys-of-recovery-codes: reads recovery_codes (about 0 rows), about 1s',
      err: '2 pending, about 1s. The older version can go on meanwhile.',
    })
    expect(await latchkey('migrate', '--check')).toEqual(checked)
    expect((await latchkey('migrate')).code).toBe(0)
    expect(await latchkey('migrate', '--check')).toEqual({ code: 0, out: 'The database is up to date.', err: '' })
  })

  it('goes by the size of the tables', async () => {
    const { latchkey, sql } = await older()
    await sql(`INSERT INTO limits (bucket, count, blocked_until, expires_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT 'b' || i, 0, 0, 9 FROM n`)
    await sql(`ANALYZE`)
    const index = { id: '9998-limits-by-count', statements: [], indexes: [`CREATE INDEX limits_by_count ON limits (count)`] }
    const { out } = await withMigration(index, () => latchkey('migrate', '--check'))
    expect(out).toContain('9998-limits-by-count: reads limits (about 3000 rows)')
  })

  it.each([
    `ALTER TABLE accounts DROP COLUMN name`,
    `ALTER TABLE accounts ADD COLUMN shoe_size BIGINT NOT NULL`,
    `CREATE UNIQUE INDEX accounts_by_name ON accounts (name)`,
    `UPDATE accounts SET name = ''`,
  ])('says that the older version has to be stopped before %s', async (statement) => {
    const { latchkey } = await older()
    const { code, out, err } = await withMigration({ id: '9998-hard', statements: [statement] }, () =>
      latchkey('migrate', '--check'),
    )
    expect([code, out]).toEqual([4, expect.stringContaining(`the older version cannot go on beside: ${statement}`)])
    expect(err).toMatch(/Stop every process of the older version first, because of 9998-hard\.$/)
  })

  it('is not there for a database of a newer version, whose name every command tells', async () => {
    const { latchkey, sql } = await older()
    await sql(`INSERT INTO migrations (id, version) VALUES ('9998-earlier', '98.9.3'), ('9999-later', '98.10.0')`)
    const refused = expect.stringMatching(
      /^The database is newer than this program, \S+ \(it has [^)]+\)\. Install 98\.10\.0 or later, or [^\n]+$/,
    )
    for (const command of [['migrate', '--check'], ['migrate'], ['start'], ['users', 'list']])
      expect(await latchkey(...command), command.join(' ')).toEqual({ code: 1, out: '', err: refused })
  })

  it('notes which version has applied what, also where former versions noted nothing', async () => {
    const { latchkey, sql } = await older()
    await sql(`ALTER TABLE migrations DROP COLUMN version`)
    expect((await latchkey('migrate', '--check')).code).toBe(3)
    expect((await latchkey('migrate')).code).toBe(0)
    const noted = await sql(`SELECT id FROM migrations WHERE version IS NOT NULL ORDER BY id`)
    expect(noted.map(({ id }) => id)).toEqual(['0009-keys-of-recovery-codes', '0010-cookies-of-refresh-tokens'])
  })
})
