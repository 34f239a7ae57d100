import { describe, expect, it } from 'vitest'
import { csvOf, importing } from '../../../../test/support/importing.ts'

const GOOGLE = { OAUTH_GOOGLE_CLIENT_ID: 'x', OAUTH_GOOGLE_CLIENT_SECRET: 'y' }
const COUNTED = `SELECT CAST(SUM(total) AS BIGINT) AS total FROM day_counters WHERE figure = 'account'`

const idOf = (at: number): string => `0b6e5a52-6c1e-4b43-9f0a-${String(at).padStart(12, '0')}`
const people = (numbers: readonly number[], domain = 'example.com') =>
  csvOf(...numbers.map((at) => ({ id: idOf(at), email: `p${at}@${domain}`, 'identity.goog': `g-${at % 90}` })))
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

describe('imports of overlapping files at once', () => {
  it('give each address, each id and each identity to one account, and end well', async () => {
    const { write, run, report, sql } = await importing(GOOGLE)
    const files = [
      write('one.csv', people(numbers(0, 120))),
      write('other.csv', people(numbers(60, 180).reverse())),
      write('elsewhere.csv', people(numbers(0, 60).reverse(), 'example.org')),
    ]
    const args = ['--from', 'csv', '--provider', 'goog=google', '--batch', '7']
    const ended = await Promise.all(files.map((file, at) => run(file, ...args, '--report', `report-${at}`)))
    const told = ended.map(({ code, err }) => ({ code, err: err.replace(/^\d+ of the records were refused\.$/, '') }))
    expect(told).toEqual(files.map(() => ({ code: expect.toBeOneOf([0, 3]), err: '' })))

    const lines = files.flatMap((_, at) => report(`report-${at}`))
    expect(lines).toHaveLength(300)
    expect(
      lines.map(({ reason }) => reason ?? 'in').filter((reason) => !['in', 'email_already_exists', 'id_taken'].includes(reason)),
    ).toEqual([])
    const accounts = await sql('SELECT id, email FROM accounts ORDER BY id')
    expect(accounts.map(({ id }) => id)).toEqual(numbers(0, 180).map(idOf))
    const created = lines.filter(({ outcome }) => outcome === 'created')
    expect(created.map(({ accountId }) => accountId).sort()).toEqual(accounts.map(({ id }) => id))
    expect(await sql('SELECT COUNT(*) AS total FROM account_origins')).toEqual([{ total: 180 }])
    expect(await sql('SELECT COUNT(DISTINCT subject) AS total FROM identities')).toEqual([{ total: 90 }])
    expect(await sql(COUNTED)).toEqual([{ total: 180 }])
  })

  it.each([0, 40, 120])(
    'one of two that go on with the same run is told, %i ms apart, and the report is whole',
    async (apart) => {
      const here = await importing()
      await here.latchkey('users', 'create', '--email', 'p40@example.com', '--name', 'P', '--no-password')
      const file = here.write('people.csv', people(numbers(0, 100)))
      const args = ['--from', 'csv', '--batch', '2'] as const
      expect((await here.run(file, ...args, '--on-conflict', 'fail', '--report', 'report')).code).toBe(1)
      const both = [0, apart].map(async (wait) => {
        await new Promise((resolve) => setTimeout(resolve, wait))
        return here.run(file, ...args, '--resume')
      })
      const ended = (await Promise.all(both)).toSorted((one, other) => one.code - other.code)
      expect(ended).toMatchObject([
        { code: 0 },
        { code: 1, err: expect.stringMatching(/Another process goes on with this import|was stopped/) },
      ])
      expect(here.report().map(({ sourceId }) => sourceId)).toEqual(numbers(0, 100).map(idOf))
      expect(await here.sql('SELECT COUNT(*) AS total FROM accounts')).toEqual([{ total: 100 }])
      expect(await here.sql(COUNTED)).toEqual([{ total: 100 }])
      const made = here.report().flatMap(({ accountId }) => accountId ?? [])
      expect(
        (await here.sql('SELECT account_id FROM account_origins ORDER BY account_id')).map((row) => row['account_id']),
      ).toEqual(made.toSorted())
    },
  )
})
