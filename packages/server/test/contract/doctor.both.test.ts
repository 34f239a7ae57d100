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

  it('says what waits and since when, which keys are about to be replaced, and what was to be removed', async () => {
    const here = await patient(true)
    const said = async () => {
      const found = await read(here, 'applications', 'audit log', 'purge', 'signing keys', 'webhooks')
      return found.map(({ check, status, message }) => `${status} ${check}: ${message}`)
    }
    expect(await said()).toEqual([
      'ok applications: 0',
      'ok signing keys: none is needed yet',
      'ok audit log: all events are sealed',
      'ok webhooks: 0',
      'ok purge: what has expired is removed',
    ])
    const later = 4_102_444_800_000
    await here.sql(
      `INSERT INTO oidc_clients (id, name, kind, redirect_uris, post_logout_uris, is_first_party, wants_pkce, has_sent_challenge, may_stay,
         has_device_flow, scopes, audiences, demands, is_pairwise, algorithm, created_at, updated_at)
       VALUES ('wiki', 'Wiki', 'web', '[]', '[]', 1, 1, 0, 0, 0, '[]', '[]', '{}', 0, 'RS256', 1, 1)`,
    )
    await here.sql(`INSERT INTO oidc_logouts VALUES ('l', 'g', 'wiki', 'a', 1, 0, 1, 0, NULL, NULL)`)
    await here.sql(
      `INSERT INTO oidc_signing_keys VALUES ('old', 'RS256', '{}', 'sealed', 1, 1, NULL, NULL),
         ('new', 'ES256', '{}', 'sealed', 1, ?, NULL, NULL)`,
      [later],
    )
    await here.sql(
      `INSERT INTO audit_events (id, type, success, ip, user_agent, request_id, metadata, created_at) VALUES ('e', 'logout', 1, '', '', '', '{}', 1)`,
    )
    await here.sql(
      `INSERT INTO webhooks (id, url, types, secret, previous_secret, previous_until, created_at, updated_at, cursor, checkpoint_cursor,
         paused_until) VALUES ('w', 'http://billing.invalid', '["*"]', 'sealed', 'sealed', ?, 1, 1, 0, 0, 0)`,
      [later],
    )
    await here.sql(
      `INSERT INTO webhook_deliveries VALUES ('d', 'w', 'e', 1, 'user.created', 1, 0, 1, 0, NULL, NULL, NULL),
         ('done', 'w', 'f', 1, 'user.created', 1, 0, 1, 0, 1, NULL, NULL)`,
    )
    expect(await said()).toEqual([
      'ok applications: 1, 1 end of a session waits to be told, the oldest since 1970-01-01T00:00:00.001Z',
      expect.stringMatching(/^warn signing keys: RS256: another one was to sign from 1970-04-01 00:00 UTC, and there is none: /),
      'ok signing keys: ES256: the next one signs from 2100-01-01 00:00 UTC',
      expect.stringMatching(/^warn audit log: 1 event is not sealed, the oldest of 1970-01-01 00:00 UTC: /),
      'ok webhooks: 1, 1 delivery waits, the oldest since 1970-01-01T00:00:00.001Z',
      'ok webhooks: the secret before the one of w signs as well until 2100-01-01T00:00:00.000Z',
      expect.stringMatching(/^warn purge: webhook_deliveries \(1970-01-01 00:00 UTC\): /),
    ])
    await here.sql(
      `INSERT INTO oidc_client_secrets VALUES ('older', 'wiki', 'h', 1, ?, 1), ('newer', 'wiki', 'i', 2, NULL, NULL)`,
      [later],
    )
    expect((await said())[0]).toBe(
      'warn applications: wiki has a new secret that was never used, and the older one ends 2100-01-01T00:00:00.000Z: put the new one into the application',
    )
    await here.sql(`UPDATE oidc_client_secrets SET last_used_at = 3`)
    expect((await said())[0]).toMatch(/^ok applications: 1, /)
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
