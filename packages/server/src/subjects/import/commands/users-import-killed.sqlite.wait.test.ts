import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { startCommand } from '../../../../test/support/command-process.ts'
import { figure } from '../../../../test/support/form.ts'
import { csvOf, importing } from '../../../../test/support/importing.ts'

const KILLS = figure('IMPORT_KILLS', { short: 3, full: 60 })
const RECORDS = 300
const NAMES = Array.from({ length: RECORDS }, (_, at) => `p${String(at).padStart(4, '0')}`)
const FILE = csvOf(...NAMES.map((name) => ({ id: name, email: `${name}@example.com`, name: `Person ${name}` })))

it('an import that is killed, wherever it is, goes on exactly there', async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const here = await importing()
    const { cwd, sql, write, report } = here
    const file = write('people.csv', FILE)
    const args = ['users', 'import', file, '--from', 'csv', '--batch', '3', '--yes']
    const lines = () => {
      const place = path.join(cwd, 'report')
      return existsSync(place) ? readFileSync(place, 'utf8').split('\n').length - 1 : 0
    }
    const stopAt = Math.floor(((kill + Math.random()) / KILLS) * (RECORDS - 60))
    const first = startCommand([...args, '--report', 'report'], here.env, cwd)
    await vi.waitUntil(() => lines() >= stopAt, { timeout: 60_000, interval: 1 })
    first.kill('SIGKILL')
    expect((await first.exited).signal).toBe('SIGKILL')
    const done = (await sql('SELECT id FROM accounts')).length
    expect(done).toBeLessThan(RECORDS)
    const second = startCommand([...args, '--resume'], here.env, cwd)
    expect([await second.exited, second.errors()]).toMatchObject([{ code: 0 }, ''])
    expect((await sql('SELECT email FROM accounts ORDER BY email')).map(({ email }) => email)).toEqual(
      NAMES.map((name) => `${name}@example.com`),
    )
    expect(report().map(({ sourceId }) => sourceId)).toEqual(NAMES)
    const owned = await sql('SELECT COUNT(DISTINCT account_id) AS total FROM account_words')
    const counted = await sql(`SELECT CAST(SUM(total) AS BIGINT) AS total FROM day_counters WHERE figure = 'account'`)
    expect([owned, counted]).toEqual([[{ total: RECORDS }], [{ total: RECORDS }]])
    const told = await sql(`SELECT metadata FROM audit_events WHERE type = 'admin.users.imported'`)
    expect(told.map(({ metadata }) => JSON.parse(String(metadata)).created)).toEqual([String(RECORDS)])
  }
})
