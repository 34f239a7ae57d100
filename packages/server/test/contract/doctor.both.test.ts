import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Finding } from '../../src/platform/commands/finding.ts'
import { emptyDatabase, migratedDatabase } from '../support/database.ts'
import { shell } from '../support/shell.ts'

async function patient(isMigrated: boolean) {
  const { url, drop } = await (isMigrated ? migratedDatabase() : emptyDatabase())
  onTestFinished(drop)
  return shell({ DATABASE_URL: url, PUBLIC_URL: 'http://127.0.0.1:1' })
}

const read = async (here: Awaited<ReturnType<typeof patient>>, ...checks: string[]): Promise<readonly Finding[]> =>
  (JSON.parse((await here.latchkey('doctor', '--json')).out) as Finding[]).filter(({ check }) => checks.includes(check))

describe('latchkey doctor', () => {
  it('reads a database of either kind, and finds it fine', async () => {
    const here = await patient(true)
    await here.latchkey('migrate')
    const findings = await read(here, 'database', 'migrations', 'clock')
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([])
    expect(findings.map(({ message }) => message).join('\n')).toContain(inject('engine') === 'sqlite' ? 'SQLite' : 'PostgreSQL ')
    expect(findings.map(({ message }) => message)).toContain('can be written to')
    const replication = await read(here, 'commits', 'standbys', 'pool')
    expect(replication.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^take \d+ ms/))
    if (inject('engine') === 'postgres')
      expect(replication.map(({ message }) => message)).toEqual(
        expect.arrayContaining(['none', expect.stringMatching(/^\d+ of \d+ connections are in use; a process takes up to 11/)]),
      )
  })

  it.runIf(inject('engine') === 'postgres')('leaves an empty PostgreSQL database empty', async () => {
    const here = await patient(false)
    expect(await read(here, 'migrations')).toMatchObject([{ status: 'fail' }])
    expect(await here.sql(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([])
  })

  it.runIf(inject('engine') === 'postgres')('notices a PostgreSQL server that only reads', async () => {
    const here = await patient(true)
    const name = new URL(here.env.DATABASE_URL).pathname.slice(1)
    await here.sql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
    expect(await read(here, 'database')).toContainEqual(
      expect.objectContaining({ status: 'fail', message: expect.stringContaining('cannot be written to: ') }),
    )
  })

  it('says that a PostgreSQL server cannot be reached, without its password', async () => {
    const { code, out } = await shell({ DATABASE_URL: 'postgres://ada:canary@127.0.0.1:1/x' }).latchkey('doctor')
    expect([code, out]).toEqual([1, expect.stringMatching(/^fail {2}database +cannot be read: .*ECONNREFUSED/m)])
    expect(out).not.toContain('canary')
  })
})
