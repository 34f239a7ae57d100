import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { migratedDatabase } from '../support/database.ts'
import { csvOf } from '../support/importing.ts'
import { atEnd } from '../support/shared.ts'
import { migratedShell, shell } from '../support/shell.ts'

const SECRET = 'a secret for tests, 32 bytes and more'
/** Written one by one with a pause behind each: longer than any move takes. */
const NAMES = Array.from({ length: 1500 }, (_, at) => `p${String(at).padStart(4, '0')}`)

it('an import that meets a move says where the rows have gone, and goes on there: no record twice, none lost', async () => {
  const target = await migratedDatabase()
  atEnd(target.drop)
  const here = await migratedShell({ SECRET })
  const file = here.file('people.csv', csvOf(...NAMES.map((name) => ({ id: name, email: `${name}@example.com` }))))
  const report = path.join(here.cwd, 'report')
  const args = ['users', 'import', file, '--from', 'csv', '--yes'] as const
  const running = here.latchkey(...args, '--batch', '1', '--report', 'report')
  await vi.waitUntil(() => existsSync(report) && readFileSync(report, 'utf8').includes('p0003@'), {
    interval: 2,
    timeout: 20_000,
  })
  const moved = await here.latchkey('move', '--to', target.url)
  expect(moved).toMatchObject({ code: 0, err: '' })
  const ended = await running
  expect([ended.code, ended.err]).toEqual([1, expect.stringMatching(/moved to 127\.0\.0\.1/)])

  const there = shell({ SECRET, DATABASE_URL: target.url })
  expect(await there.latchkey(...args, '--resume')).toMatchObject({ code: 0, err: '' })
  expect((await there.sql('SELECT email FROM accounts ORDER BY email')).map(({ email }) => email)).toEqual(
    NAMES.map((name) => `${name}@example.com`),
  )
  const lines = readFileSync(report, 'utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).sourceId)).toEqual(NAMES)
  expect(await there.sql(`SELECT COUNT(*) AS events FROM audit_events WHERE type = 'admin.users.imported'`)).toEqual([
    { events: 1 },
  ])
})
