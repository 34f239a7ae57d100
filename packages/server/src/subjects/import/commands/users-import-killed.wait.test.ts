import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { startCommand } from '../../../../test/support/command-process.ts'
import { foreignVectors } from '../../../../test/support/foreign-vectors.ts'
import { figure } from '../../../../test/support/form.ts'
import { csvOf, importing } from '../../../../test/support/importing.ts'
import { inTime } from '../../../../test/support/in-time.ts'
import { world } from '../../../../test/support/world.ts'

const KILLS = figure('IMPORT_KILLS', { short: 3, full: 60 })
const RECORDS = 300
const NAMES = Array.from({ length: RECORDS }, (_, at) => `p${String(at).padStart(4, '0')}`)
/** Each thirtieth person has a weak hash, which is wrapped before its batch is written. */
const WEAK = NAMES.filter((_, at) => at % 30 === 7)
const [{ password, hash } = { password: '', hash: undefined }] = foreignVectors().filter((one) => one.hash.scheme === 'md5-crypt')
const FILE = csvOf(
  ...NAMES.map((name) => ({
    ...{ id: name, email: `${name}@example.com`, name: `Person ${name}` },
    ...(WEAK.includes(name) && hash?.scheme === 'md5-crypt' && { password_scheme: hash.scheme, password_hash: hash.text }),
  })),
)

it.each(Array.from({ length: KILLS }, (_, at) => at))(
  'an import that is killed, wherever it is, goes on exactly there (%i)',
  async (kill) => {
    const here = await importing()
    const { cwd, sql, write, report } = here
    const file = write('people.csv', FILE)
    const args = ['users', 'import', file, '--from', 'csv', '--batch', '3', '--yes']
    const lines = () => {
      const place = path.join(cwd, 'report')
      return existsSync(place) ? readFileSync(place, 'utf8').split('\n').length - 1 : 0
    }
    // One that is killed before its first record has nothing to go on with.
    const stopAt = Math.max(1, Math.floor(((kill + Math.random()) / KILLS) * (RECORDS - 60)))
    const first = startCommand([...args, '--report', 'report'], here.env, cwd)
    let hasEnded = false
    void first.exited.then(() => (hasEnded = true))
    await vi.waitUntil(() => lines() >= stopAt || hasEnded, { ...inTime, interval: 1 })
    expect([hasEnded, first.errors()]).toEqual([false, ''])
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
    const wrapped = await sql(`SELECT email FROM accounts WHERE password_hash LIKE '$lk1$%$argon2id$%' ORDER BY email`)
    expect(wrapped.map(({ email }) => email)).toEqual(WEAK.map((name) => `${name}@example.com`))
    const told = await sql(`SELECT metadata FROM audit_events WHERE type = 'admin.users.imported'`)
    expect(told.map(({ metadata }) => JSON.parse(String(metadata)).created)).toEqual([String(RECORDS)])
    if (kill > 0) return
    const { browser } = await world({ databaseUrl: here.env.DATABASE_URL })
    for (const name of [WEAK[0], WEAK.at(-1)])
      expect((await browser().post('/auth/login', { email: `${name}@example.com`, password })).status).toBe(200)
  },
)
