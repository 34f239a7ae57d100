import { expect, inject, it } from 'vitest'
import { csvOf, importing } from '../../../../test/support/importing.ts'

/** The database takes no account of this name, for a reason that no check of ours knows. */
const REFUSING = {
  sqlite: `CREATE TRIGGER odd AFTER INSERT ON accounts WHEN NEW.name = 'Odd' BEGIN UPDATE accounts SET email = NULL WHERE id = NEW.id; END`,
  postgres: `ALTER TABLE accounts ADD CONSTRAINT odd CHECK (name <> 'Odd')`,
}
/** Nor a second account of this one. */
const TAKEN = `CREATE UNIQUE INDEX taken ON accounts (name) WHERE name = 'Taken'`

it('a row that the database refuses is refused alone, and the rest of its batch comes along', async () => {
  const { write, run, report, sql } = await importing()
  await sql(REFUSING[inject('engine')])
  await sql(TAKEN)
  const names = Array.from(
    { length: 40 },
    (_, at) => ({ 3: 'Odd', 4: 'Odd', 19: 'Odd', 30: 'Taken', 33: 'Taken' })[at] ?? `P${at}`,
  )
  const file = write('people.csv', csvOf(...names.map((name, at) => ({ id: `${at}`, email: `p${at}@example.com`, name }))))
  const { code, err } = await run(file, '--from', 'csv', '--batch', '20', '--report', 'report')
  expect([code, err]).toEqual([3, '4 of the records were refused.'])
  expect(report().map(({ sourceId }) => sourceId)).toEqual(names.map((_, at) => `${at}`))
  expect(report().filter(({ outcome }) => outcome !== 'created')).toEqual(
    [3, 4, 19, 33].map((at) => ({
      line: at + 2,
      sourceId: `${at}`,
      email: `p${at}@example.com`,
      outcome: 'refused',
      reason: 'not_json',
    })),
  )
  expect(await sql('SELECT COUNT(*) AS total FROM accounts')).toEqual([{ total: 36 }])
  const counted = `SELECT CAST(SUM(total) AS BIGINT) AS total FROM day_counters WHERE figure = 'account'`
  expect(await sql(counted)).toEqual([{ total: 36 }])
})
