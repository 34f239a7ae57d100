import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ada, migratedShell, shell } from '../../test/support/shell.ts'
import { migrations } from '../platform/store/migrations.ts'

/** A working directory with Ada in its database. */
async function inhabited() {
  const here = await migratedShell()
  await here.latchkey('users', 'create', ...ada, '--no-password')
  return { ...here, at: (name: string) => path.join(here.cwd, name) }
}

describe('latchkey backup', () => {
  it('writes a copy that only its owner can read, and says what it holds', async () => {
    const { latchkey, at, cwd } = await inhabited()
    const level = migrations.at(-1)?.id
    expect(await latchkey('backup', 'copy.db')).toEqual({
      code: 0,
      out: expect.stringMatching(
        new RegExp(`^Backed up to ${at('copy.db')}: 1 accounts, 0 live sessions, \\d+ KiB, migration ${level}\\.$`),
      ),
      err: '',
    })
    expect(statSync(at('copy.db')).mode & 0o777).toBe(0o600)
    expect(readdirSync(cwd).toSorted()).toEqual(['copy.db', 'data'])
  })

  it('replaces a file only with --force', async () => {
    const { latchkey, at, file } = await inhabited()
    file('copy.db', 'precious')
    expect(await latchkey('backup', 'copy.db')).toMatchObject({
      code: 1,
      err: `${at('copy.db')} is there already; --force replaces it.`,
    })
    expect(statSync(at('copy.db')).size).toBe(8)
    expect((await latchkey('backup', 'copy.db', '--force')).code).toBe(0)
    expect(statSync(at('copy.db')).size).toBeGreaterThan(8)
  })

  it('says in a line where a file cannot be, and so does a start where the database cannot', async () => {
    const { latchkey, file } = await inhabited()
    const place = path.join(file('no-folder', ''), 'copy.db')
    const refused = (one: string) => ({ code: 1, out: '', err: expect.stringMatching(new RegExp(`^ENOTDIR: .+${one}.*$`)) })
    expect(await latchkey('backup', place)).toEqual(refused(place))
    expect(await shell({ DATABASE_URL: `file:${place}/x.db` }).latchkey('migrate')).toEqual(refused(place))
  })

  it('keeps nothing of a copy that is not good', async () => {
    const { latchkey, cwd, sql } = await inhabited()
    await sql(`INSERT INTO migrations (id) VALUES ('9999-from-the-future')`)
    expect(await latchkey('backup', 'copy.db')).toMatchObject({ code: 1, err: expect.stringContaining('9999-from-the-future') })
    expect(readdirSync(cwd)).toEqual(['data'])
  })

  it.each([
    ['there is no database', {}, /^There is no database at /],
    ['the database is PostgreSQL', { DATABASE_URL: 'postgres://127.0.0.1:1/x' }, /^The database is PostgreSQL: use pg_dump/],
  ])('exits with 1 when %s', async (_, env: Record<string, string>, message) => {
    const { latchkey, cwd } = shell(env)
    expect(await latchkey('backup', 'copy.db')).toEqual({ code: 1, out: '', err: expect.stringMatching(message) })
    expect(readdirSync(cwd)).toEqual([])
  })
})
