import { expect, it } from 'vitest'
import { inTime } from '../../../test/support/in-time.ts'
import { postgresPair } from '../../../test/support/postgres-pair.ts'
import { shell } from '../../../test/support/shell.ts'
import type { Finding } from '../../platform/commands/finding.ts'

it('latchkey doctor says how far a standby is, and why every write waits where none of those that are named is there', async () => {
  const pair = await postgresPair()
  const { latchkey } = shell({ DATABASE_URL: pair.url, PUBLIC_URL: 'http://127.0.0.1:1' })
  const told = async () =>
    (JSON.parse((await latchkey('doctor', '--json')).out) as Finding[]).map(
      ({ check, status, message }) => `${status} ${check}: ${message}`,
    )
  const wait = async (names: string): Promise<void> => {
    const client = pair.primary().client()
    await client.connect()
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
    await client.query(`SELECT pg_reload_conf()`)
    await client.end()
  }
  const waiting = 'fail standbys: synchronous_standby_names is nobody, and none of them is there: every write waits for it'

  const before = await told()
  expect(before).toContainEqual(expect.stringMatching(/^ok standbys: \S+ \(sync\) is streaming, \d+ ms behind$/))
  expect(before).toContainEqual('ok database: can be written to')
  await wait('nobody')
  await expect.poll(told, inTime).toContainEqual(waiting)
  expect(await told()).toContainEqual(expect.stringMatching(/^fail database: cannot be written to: /))
  await wait('*')
  await expect.poll(told, inTime).not.toContainEqual(waiting)
})
