import { expect, it } from 'vitest'
import { csvOf, importing } from '../../../../test/support/importing.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const NAMES = Array.from({ length: 200 }, (_, at) => `p${String(at).padStart(3, '0')}`)

it('people sign up while others are imported, some of them under the same addresses, and each address has one account', async () => {
  const here = await world()
  const { write, run, report } = await importing({}, here)
  const file = write('people.csv', csvOf(...NAMES.map((name) => ({ id: name, email: `${name}@example.com` }))))
  const signUps = async () => {
    const statuses: number[] = []
    for (const name of NAMES.filter((_, at) => at % 20 === 7).toReversed())
      for (const email of [`${name}@example.com`, `own-${name}@example.com`])
        statuses.push((await here.browser().post('/auth/register', { email, password: PASSWORD, name })).status)
    return statuses
  }
  const [imported, statuses] = await Promise.all([run(file, '--from', 'csv', '--batch', '3', '--report', 'report'), signUps()])
  expect([imported.code, imported.err]).toEqual([0, ''])
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  const accounts = await here.sql('SELECT email FROM accounts')
  expect(accounts).toHaveLength(NAMES.length + 10)
  const lines = report()
  expect(lines.map(({ sourceId }) => sourceId)).toEqual(NAMES)
  const made = lines.filter(({ outcome }) => outcome === 'created').length
  expect(await here.sql('SELECT COUNT(*) AS total FROM account_origins')).toEqual([{ total: made }])
  expect(lines.filter(({ outcome }) => outcome !== 'created')).toEqual(
    lines.filter(({ outcome, reason }) => outcome === 'skipped' && reason === 'email_already_exists'),
  )
  const counted = await here.sql(`SELECT CAST(SUM(total) AS BIGINT) AS total FROM day_counters WHERE figure = 'account'`)
  expect(counted).toEqual([{ total: accounts.length }])
  const worded = await here.sql('SELECT COUNT(DISTINCT account_id) AS total FROM account_words')
  expect(worded).toEqual([{ total: accounts.length }])
})
