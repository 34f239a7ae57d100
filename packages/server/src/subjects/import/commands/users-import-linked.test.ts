import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { declaring } from '../../../../test/support/declared.ts'
import { csvOf, importing } from '../../../../test/support/importing.ts'

const HOUR = 3_600_000
const GOOGLE = { OAUTH_GOOGLE_CLIENT_ID: 'x', OAUTH_GOOGLE_CLIENT_SECRET: 'y' }
const LINK = ['--from', 'csv', '--on-conflict', 'link-identities', '--provider', 'goog=google', '--report', 'report'] as const

/** Ada and Bob, whose mailboxes are proved or not, an administrator, and a file in which all have an identity. */
async function site({ isProved = true, email_verified = 'true' } = {}) {
  const here = await administered(GOOGLE)
  // The command goes by the machine's clock, and the service, whose own stands still, sends the notices that are due by then.
  here.clock.set(Date.now() + HOUR - here.clock.now())
  if (isProved) await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1`)
  const shell = await importing({ ...GOOGLE, SMTP_URL: here.mail.url, SECURITY_NOTICES: 'true' }, here)
  const rows = [
    { id: '1', email: 'ada@example.com', name: 'Mallory', 'identity.goog': 'g-ada', email_verified },
    { id: '2', email: 'root@example.com', name: 'Mallory', 'identity.goog': 'g-root', email_verified },
    { id: '3', email: 'new@example.com', name: 'New', 'identity.goog': 'g-new', email_verified },
    { id: '4', email: 'newer@example.com', name: 'Newer', 'identity.goog': 'g-new', email_verified },
  ]
  const file = shell.write('people.csv', csvOf(...rows))
  const owners = () =>
    here.sql(`SELECT a.email, i.provider, i.subject FROM identities i JOIN accounts a ON a.id = i.account_id ORDER BY i.subject`)
  return { ...here, ...shell, file, owners }
}

describe('latchkey users import --on-conflict link-identities', () => {
  it('adds identities that belong to no account to people of proved mailboxes, tells them, and changes nothing else', async () => {
    const { run, file, report, sql, owners, adaId, mail } = await site()
    const before = await sql(`SELECT name, email, role, credential_version, updated_at FROM accounts WHERE id = ?`, [adaId])
    expect((await run(file, ...LINK, '--dry-run', '--report', 'rehearsal')).code).toBe(0)
    expect((await run(file, ...LINK)).code).toBe(0)
    const told = report().map(({ sourceId, outcome, reason, notes }) => [sourceId, outcome, reason, notes])
    expect(told).toEqual([
      ['1', 'linked', undefined, undefined],
      ['2', 'skipped', 'email_already_exists', undefined],
      ['3', 'created', undefined, ['new_id']],
      ['4', 'created', undefined, ['new_id', 'identity_already_linked']],
    ])
    expect(report('rehearsal').map(({ outcome, reason }) => [outcome, reason])).toEqual(
      report().map(({ outcome, reason }) => [outcome, reason]),
    )
    expect(await owners()).toEqual([
      { email: 'ada@example.com', provider: 'google', subject: 'g-ada' },
      { email: 'new@example.com', provider: 'google', subject: 'g-new' },
    ])
    expect(await sql(`SELECT name, email, role, credential_version, updated_at FROM accounts WHERE id = ?`, [adaId])).toEqual(
      before,
    )
    expect(await sql(`SELECT target_user_id FROM audit_events WHERE type = 'oauth.linked'`)).toEqual([{ target_user_id: adaId }])
    expect((await mail.newest('ada@example.com')).text).toContain('Google')
    expect((await run(file, ...LINK.slice(0, -2))).code).toBe(0)
    expect(await owners()).toHaveLength(2)
  })

  it.each([
    ['the source has not verified the address', { email_verified: 'false' }],
    ['the mailbox was never proved here', { isProved: false }],
  ])('adds none where %s: it may be a stranger there', async (_, facts) => {
    const { run, file, report, owners } = await site(facts)
    await run(file, ...LINK)
    expect(report().slice(0, 2)).toMatchObject([
      { outcome: 'skipped', reason: 'email_already_exists' },
      { outcome: 'skipped', reason: 'email_already_exists' },
    ])
    expect((await owners()).map(({ email }) => email)).toEqual(['new@example.com'])
  })

  it('leaves providers behind that are not mapped, and says so', async () => {
    const { run, file, report, owners } = await site()
    expect((await run(file, '--from', 'csv', '--report', 'report')).code).toBe(0)
    expect(report().slice(2)).toMatchObject([
      { outcome: 'created', notes: ['unknown_provider', 'new_id'] },
      { outcome: 'created', notes: ['unknown_provider', 'new_id'] },
    ])
    expect(await owners()).toEqual([])
  })
})

describe('declared fields of imported accounts', () => {
  it('are filled where a value fits, and found by it', async () => {
    const { run, write, report, sql } = await importing(declaring())
    const rows = [
      { id: '1', email: 'ada@example.com', 'data.plan': 'pro', 'data.seats': '3', 'data.tags': 'a\nb', 'data.company': 'Acme' },
      { id: '2', email: 'bob@example.com', 'data.plan': 'gold', 'data.nonsense': 'x', 'data.company': 'Acme' },
    ]
    expect((await run(write('people.csv', csvOf(...rows)), '--from', 'csv', '--report', 'report')).code).toBe(0)
    expect(report().map(({ notes }) => notes)).toEqual([['new_id'], ['data_left', 'new_id']])
    expect((await sql('SELECT data FROM accounts ORDER BY email')).map(({ data }) => JSON.parse(String(data)))).toEqual([
      { plan: 'pro', seats: 3, tags: ['a', 'b'], company: 'Acme' },
      { company: 'Acme' },
    ])
    expect(await sql(`SELECT field, value FROM account_data WHERE field <> 'company' ORDER BY field, value`)).toEqual([
      { field: 'plan', value: '"pro"' },
      { field: 'seats', value: '3' },
      { field: 'tags', value: '["a"]' },
      { field: 'tags', value: '["b"]' },
    ])
  })
})
