import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { RIVALS } from '../../../../test/support/rival-files.ts'
import { world } from '../../../../test/support/world.ts'

const PROVIDERS = Object.fromEntries(
  ['GITHUB', 'GOOGLE'].flatMap((name) => [
    [`OAUTH_${name}_CLIENT_ID`, 'an-id'],
    [`OAUTH_${name}_CLIENT_SECRET`, 'a-secret'],
  ]),
)
const textOf = (name: string) => readFileSync(path.join(RIVALS, name), 'utf8')
const OWNERS = `SELECT a.email, i.provider, i.subject FROM identities i JOIN accounts a ON a.id = i.account_id ORDER BY a.email`

describe('--identities', () => {
  it.each([
    ['users first', ['auth0-users.ndjson', 'auth0-hashes.ndjson'], ['created', 'created', 'created', 'invalid_email']],
    ['hashes first', ['auth0-hashes.ndjson', 'auth0-users.ndjson'], ['created', 'created']],
  ] as const)('joins what Auth0 exports with the hashes that its support makes, %s', async (_, [first, second], expected) => {
    const here = await world()
    const { write, run, report, sql } = await importing(PROVIDERS, here)
    const [file, other] = [write('first', textOf(first)), write('second', textOf(second))]
    const args = [file, '--from', 'auth0', '--identities', other, '--provider', 'google-oauth2=google'] as const
    const rehearsed = await run(...args, '--dry-run', '--report', 'rehearsal')
    const imported = await run(...args, '--report', 'report')
    expect(report().map(({ outcome, reason }) => reason ?? outcome)).toEqual(expected)
    expect(report('rehearsal').map(({ outcome, reason }) => reason ?? outcome)).toEqual(expected)
    expect(rehearsed.out.replace('would be read so, and nothing was written', 'read')).toBe(imported.out)
    const login = { email: 'ada@example.com', password: 'correct horse battery staple' }
    expect((await here.browser().post('/auth/login', login)).status).toBe(200)
    expect(await sql(`SELECT name FROM accounts WHERE email = 'ada@example.com'`)).toEqual([{ name: 'Ada Lovelace' }])
    const google = { email: 'bob@example.com', provider: 'google', subject: '103547991597142817347' }
    expect(await sql(OWNERS)).toEqual(first === 'auth0-users.ndjson' ? [google] : [])
  })

  it('joins identities and factors of Supabase from rows of their own tables', async () => {
    const { write, run, report, sql } = await importing(PROVIDERS)
    const id = '6f1c1a0e-0000-4000-8000-000000000001'
    const users = [
      { id, email: 'ada@example.com', email_confirmed_at: '2024-05-01T12:00:00Z' },
      { id: '6f1c1a0e-0000-4000-8000-000000000002', email: 'bob@example.com' },
    ]
    const rows = [
      { user_id: id, provider: 'github', provider_id: '4242', identity_data: { email: 'ada@example.com' } },
      { user_id: id, factor_type: 'totp', status: 'verified', secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' },
      { user_id: 'of another', provider: 'github', provider_id: '4343' },
    ]
    const file = write('users', users.map((one) => JSON.stringify(one)).join('\n'))
    const second = write('identities', JSON.stringify({ identities: rows }))
    const args = [file, '--from', 'supabase', '--identities', second, '--provider', 'github=github'] as const
    expect(await run(...args, '--report', 'report')).toMatchObject({ code: 0, err: '' })
    expect(report().map(({ accountId }) => accountId)).toEqual(users.map((one) => one.id))
    expect(await sql(OWNERS)).toEqual([{ email: 'ada@example.com', provider: 'github', subject: '4242' }])
    expect(await sql('SELECT account_id FROM totp_seeds')).toEqual([{ account_id: id }])
  })

  it('of nothing that can be read stops before anything is begun', async () => {
    const { write, run, sql } = await importing()
    const file = write('users', '{"id":"1","email":"ada@example.com"}')
    for (const [content, said] of [
      ['{"user_id":"1"}\n{"user_id":', 'line 2 cannot be read (not_json)'],
      [`{"user_id":"${'x'.repeat(70_000)}"}`, 'line 1 cannot be read (record_too_large)'],
    ] as const) {
      const ended = await run(file, '--from', 'supabase', '--identities', write('second', content))
      expect(ended).toMatchObject({ code: 1, err: expect.stringContaining(said) })
    }
    expect(await run(file, '--from', 'supabase', '--identities', 'nowhere')).toMatchObject({ code: 1 })
    expect(await sql('SELECT id FROM accounts')).toEqual([])
  })
})

describe('a dry run', () => {
  it('counts as the real run does: providers that are not mapped, and authenticator apps that cannot come along', async () => {
    const here = await world({ withMail: true, env: PROVIDERS })
    const { write, run, sql } = await importing({ ...PROVIDERS, SMTP_URL: here.mail.url }, here)
    const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
    const credential = (digits: number) => ({
      ...{ type: 'otp', secretData: JSON.stringify({ value: secret }) },
      credentialData: JSON.stringify({ subType: 'totp', digits, period: 30, algorithm: 'HmacSHA1', secretEncoding: 'BASE32' }),
    })
    const person = (name: string, more: object) => ({ id: name, email: `${name}@example.com`, emailVerified: true, ...more })
    const federated = (identityProvider: string, userId: string) => ({ federatedIdentities: [{ identityProvider, userId }] })
    const users = [
      person('ada', { credentials: [credential(9)] }),
      person('bob', { credentials: [credential(6)], ...federated('github', '1') }),
      person('cy', federated('corp', '2')),
      person('dee', {
        federatedIdentities: [...federated('corp', '3').federatedIdentities, { identityProvider: 'github', userId: '1' }],
      }),
    ]
    const file = write('realm.json', JSON.stringify({ users }))
    const args = [file, '--from', 'keycloak', '--provider', 'github=github'] as const
    const rehearsed = await run(...args, '--dry-run')
    const imported = await run(...args)
    expect(imported).toMatchObject({ code: 0, err: '' })
    expect(rehearsed.out.replace('would be read so, and nothing was written', 'read')).toBe(imported.out)
    for (const note of ['unknown_provider 2', 'identity_already_linked 1', 'unsupported_second_factor 1', 'mailed_factor 1'])
      expect(imported.out).toContain(note)
    expect(
      await sql(`SELECT email, CASE WHEN totp_at IS NULL THEN 0 ELSE 1 END AS totp,
        CASE WHEN email_factor_at IS NULL THEN 0 ELSE 1 END AS mailed FROM accounts ORDER BY email`),
    ).toEqual([
      { email: 'ada@example.com', totp: 0, mailed: 1 },
      { email: 'bob@example.com', totp: 1, mailed: 0 },
      { email: 'cy@example.com', totp: 0, mailed: 0 },
      { email: 'dee@example.com', totp: 0, mailed: 0 },
    ])
  })
})
