import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shell } from '../../test/support/shell.ts'
import { migrations } from '../platform/store/migrations.ts'

describe('latchkey migrate', () => {
  it('applies what is missing, says how far it is, and does nothing the second time', async () => {
    const { latchkey, sql } = shell()
    const first = await latchkey('migrate')
    const steps = migrations.map(({ id }, index) => `${index + 1} of ${migrations.length}: ${id}`)
    expect(first).toEqual({
      code: 0,
      out: expect.stringMatching(/^(applied .+\n)+The database is up to date\.$/),
      err: steps.join('\n'),
    })
    expect(await latchkey('migrate')).toEqual({ code: 0, out: 'The database is up to date.', err: '' })
    expect(await sql('SELECT id FROM accounts')).toEqual([])
  })

  it('leaves a database alone that a newer version has changed', async () => {
    const { latchkey, sql } = shell()
    await latchkey('migrate')
    await sql(`INSERT INTO migrations (id) VALUES ('9999-from-tomorrow')`)
    const newer = { code: 1, out: '', err: expect.stringMatching(/^The database is newer .*9999-from-tomorrow.*$/) }
    expect(await latchkey('migrate')).toEqual(newer)
    expect(await latchkey('start')).toEqual(newer)
  })

  it('leaves one alone that is from before the first release, and says what to do', async () => {
    const { latchkey, sql } = shell()
    await latchkey('migrate')
    await sql(`DELETE FROM migrations`)
    await sql(`INSERT INTO migrations (id) VALUES ('0001-accounts-and-sessions')`)
    const older = { code: 1, out: '', err: expect.stringMatching(/^The database is from before the first release\. [^\n]+$/) }
    expect(await latchkey('migrate')).toEqual(older)
    expect(await latchkey('start')).toEqual(older)
    expect(await sql(`SELECT id FROM migrations`)).toEqual([{ id: '0001-accounts-and-sessions' }])
  })

  it('makes a database that only its owner can read', async () => {
    const { latchkey, database } = shell()
    await latchkey('migrate')
    expect(statSync(database).mode & 0o777).toBe(0o600)
  })
})
