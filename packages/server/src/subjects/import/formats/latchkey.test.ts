import { describe, expect, it } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { PEOPLED_ENV } from '../../../../test/support/peopled.ts'
import { changed, placesIn } from '../../../../test/support/places.ts'

const HASH = '$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'
const ORG = '019b8d99-6900-77ac-9817-5743429ce2d9'
const TIME = '2026-01-05T10:00:00.000Z'
const LATER = '2999-01-01T00:00:00.000Z'

const CODES_KEY = Buffer.alloc(32, 7).toString('base64url')
const head = {
  ...{ format: 'latchkey/1', exportedAt: TIME },
  keys: [
    { id: 'a-key', key: 'c2VjcmV0' },
    { id: 'codes', key: CODES_KEY },
  ],
}

const organisation = (more: object = {}) => ({
  ...{ type: 'organisation', id: ORG, name: 'Acme', slug: 'acme', createdAt: TIME, updatedAt: TIME, data: { plan: 'free' } },
  ...more,
})

const account = (at: number, more: object = {}) => ({
  ...{ type: 'account', id: `019b8d99-6900-77a4-af4d-${String(at).padStart(12, '0')}`, email: `p${at}@example.com`, name: 'Ada' },
  ...{ role: 'user', verifiedAt: TIME, mailboxProvedAt: TIME, createdAt: TIME, updatedAt: TIME, passwordHash: HASH },
  ...more,
})

/** With something in every place. */
const full = (at: number) =>
  account(at, {
    ...{ role: 'admin', adminScopes: ['users:read'], bannedAt: TIME, banReason: 'spam', language: 'de', hasSignedIn: true },
    ...{ twoFactorEnabledAt: TIME, totpAt: TIME, passkeyGateAt: TIME, emailFactorAt: TIME, userHandle: 'AAAA', lastSeenAt: TIME },
    ...{ data: { plan: 'pro', note: 'a', names: ['b'] }, dataUpdatedAt: TIME, lastSignInAt: TIME, lastActiveAt: TIME },
    identities: [
      { issuer: PEOPLED_ENV.OAUTH_CORP_ISSUER, subject: `s${at}@`, provider: 'corp', email: 'a@example.com', createdAt: TIME },
    ],
    totp: { secret: 'PCMFG2ER32VHIPIZEKTJDH52CVRPZMDN', lastStep: 1, createdAt: TIME, period: 30, algorithm: 'sha1' },
    recoveryCodes: [{ hash: 'h'.repeat(43), keyId: 'codes', createdAt: TIME, usedAt: TIME, hashedFor: ORG }],
    passkeys: [
      {
        id: account(at + 1).id,
        credentialId: `AAAA${at}`,
        publicKey: 'pQEC',
        counter: 0,
        name: 'Key',
        rpId: 'localhost',
        createdAt: TIME,
      },
    ],
    organisations: [{ orgId: ORG, role: 'owner', joinedAt: TIME }],
    origin: { source: 'csv', sourceId: '7', createdAt: TIME },
  })

const textOf = (...records: readonly object[]): string => records.map((one) => `${JSON.stringify(one)}\n`).join('')

async function bringing(env: Record<string, string> = {}) {
  const here = await importing({ ...PEOPLED_ENV, ...env })
  const bring = (name: string, records: readonly object[], ...args: string[]) =>
    here.run(here.write(name, textOf(head, ...records)), '--from', 'latchkey', '--report', `${name}.report`, ...args)
  return { ...here, bring }
}

describe('latchkey users import --from latchkey', () => {
  it('refuses a file that does not say what it is', async () => {
    const { run, write } = await bringing()
    for (const text of ['', textOf(account(1)), textOf({ format: 'latchkey/2' }), '[]'])
      expect(await run(write('people', text), '--from', 'latchkey')).toMatchObject({
        code: 1,
        err: expect.stringContaining('latchkey/1'),
      })
  })

  it('makes no administrator, nobody a member of what was there, and no time to come', async () => {
    const { bring, report, sql } = await bringing()
    expect(
      await bring('first', [organisation(), account(1, { organisations: [{ orgId: ORG, role: 'owner', joinedAt: LATER }] })]),
    ).toMatchObject({ code: 0 })
    const intruder = account(2, {
      role: 'admin',
      organisations: [{ orgId: ORG, role: 'owner', joinedAt: TIME }],
      lastActiveAt: LATER,
      verifiedAt: LATER,
    })
    expect(await bring('second', [organisation({ name: 'Mine' }), intruder, account(1, { name: 'Eve' })])).toMatchObject({
      code: 3,
    })
    expect(report('second.report')).toMatchObject([
      { line: 2, sourceId: ORG, outcome: 'refused', reason: 'id_taken' },
      { outcome: 'created', notes: ['administrator_at_source', 'organisations_left'] },
      { outcome: 'skipped', reason: 'email_already_exists' },
    ])
    expect(await sql(`SELECT COUNT(*) AS total FROM org_members`)).toEqual([{ total: 1 }])
    expect(await sql(`SELECT name, member_count, owner_count FROM organisations`)).toEqual([
      { name: 'Acme', member_count: 1, owner_count: 1 },
    ])
    expect(await sql(`SELECT role, name FROM accounts WHERE role = 'admin' OR name = 'Eve'`)).toEqual([])
    const coming = `SELECT email FROM accounts WHERE verified_at > ? OR last_active_at > ?`
    expect(await sql(coming, [Date.now(), Date.now()])).toEqual([])
    expect(await sql(`SELECT org_id FROM org_members WHERE joined_at > ?`, [Date.now()])).toEqual([])
  })

  it('limits an administrator as the file does, and makes none whose scopes are unknown', async () => {
    const { bring, sql } = await bringing()
    const admin = (at: number, adminScopes?: unknown) =>
      account(at, { role: 'admin', ...(adminScopes !== undefined && { adminScopes }) })
    const people = [
      admin(1),
      admin(2, ['users:read', 'moon:land']),
      admin(3, ['moon:land']),
      admin(4, []),
      admin(5, 'users:read'),
      account(6),
    ]
    expect(await bring('people', people, '--admins', 'role=admin')).toMatchObject({ code: 0 })
    expect(await sql(`SELECT email, admin_scopes FROM accounts WHERE role = 'admin' ORDER BY email`)).toEqual([
      { email: 'p1@example.com', admin_scopes: null },
      { email: 'p2@example.com', admin_scopes: 'users:read' },
    ])
  })

  it('takes a provider for ours by its issuer, and a hash within bounds with the key that it needs', async () => {
    const { bring, report, sql } = await bringing()
    const linked = (at: number, issuer: string) => account(at, { identities: [{ issuer, subject: 'same', provider: 'corp' }] })
    const hashed = (at: number, passwordHash: string) => account(at, { passwordHash })
    const salted = (key: string, rounds: number) =>
      `$lk1$20458$pbkdf2$raw$d=sha256,i=${rounds},${key}l=32$AAAAAAAAAAAAAAAAAAAAAA$${Buffer.alloc(32).toString('base64url')}`
    const people = [
      linked(1, 'https://other.example.com'),
      linked(2, PEOPLED_ENV.OAUTH_CORP_ISSUER),
      hashed(3, HASH.replace('m=64,t=1', 'm=900000,t=99')),
      hashed(4, 'plain'),
      hashed(5, salted('k=b-key,', 20_000)),
      hashed(6, salted('k=a-key,', 20_000)),
      hashed(7, salted('', 2_000_000_000)),
    ]
    expect(await bring('people', people)).toMatchObject({ code: 3 })
    expect(report('people.report').map(({ outcome, reason, notes }) => reason ?? notes?.[0] ?? outcome)).toEqual([
      ...[
        'unknown_provider',
        'created',
        'hash_out_of_bounds',
        'unknown_hash',
        'hash_key_missing',
        'created',
        'hash_out_of_bounds',
      ],
    ])
    expect(await sql(`SELECT a.email FROM identities i JOIN accounts a ON a.id = i.account_id`)).toEqual([
      { email: 'p2@example.com' },
    ])
    expect(await sql(`SELECT COUNT(*) AS total FROM hash_keys`)).toEqual([{ total: 1 }])
  })

  it('takes recovery codes that one key has hashed, once each, and says where some stay', async () => {
    const { bring, report, sql } = await bringing()
    const hash = (letter: string) => letter.repeat(43)
    const gated = (at: number, recoveryCodes: unknown, more: object = { emailFactorAt: TIME }) =>
      account(at, { recoveryCodes, ...more })
    const good = { hash: hash('a'), keyId: 'codes', createdAt: LATER }
    const people = [
      gated(1, [good, { ...good, hash: hash('b'), usedAt: LATER }]),
      gated(2, [good, good, { ...good, hash: 'short' }, { ...good, hash: hash('c'), hashedFor: ORG }]),
      ...[{ keyId: 'none' }, { keyId: 'a-key' }, { hashedFor: 'me' }].map((odd, at) => gated(3 + at, [{ ...good, ...odd }])),
      gated(6, [good], {}),
      gated(
        7,
        Array.from({ length: 60 }, (_, at) => ({ ...good, hash: String(at).padStart(43, '0') })),
      ),
    ]
    expect(await bring('people', people, '--ids', 'keep')).toMatchObject({ code: 0 })
    expect(report('people.report').map(({ notes = [] }) => notes.includes('recovery_codes_left'))).toEqual([
      ...[false, true, true, true, true, true, true],
    ])
    const kept = await sql(
      `SELECT a.email, COUNT(*) AS total, COUNT(r.used_at) AS used FROM recovery_codes r JOIN accounts a ON a.id = r.account_id GROUP BY a.email ORDER BY a.email`,
    )
    expect(kept).toEqual([
      { email: 'p1@example.com', total: 2, used: 1 },
      { email: 'p2@example.com', total: 1, used: 0 },
      { email: 'p7@example.com', total: 50, used: 0 },
    ])
    const coming = `SELECT hash FROM recovery_codes WHERE created_at > ? OR used_at > ? OR hashed_for IS NOT NULL`
    expect(await sql(coming, [Date.now(), Date.now()])).toEqual([])
    expect(JSON.stringify(await sql(`SELECT * FROM hash_keys`))).not.toContain(CODES_KEY.slice(0, 20))
  })

  it('reads lines of two MiB, as many as fit into memory at once', async () => {
    const { bring, report, sql } = await bringing({ ORG_MAX_MEMBERSHIPS: '1500' })
    const orgId = (at: number) => `${ORG.slice(0, -6)}${String(at).padStart(6, '0')}`
    const orgs = [orgId(0), orgId(1)].map((id, at) => organisation({ id, slug: `acme${at}` }))
    const memberships = Array.from({ length: 9000 }, (_, at) => ({ orgId: orgId(at), role: 'owner', joinedAt: TIME }))
    const padded = { padding: 'x'.repeat(1_500_000) }
    const people = Array.from({ length: 12 }, (_, at) => account(at, at === 0 ? { organisations: memberships } : padded))
    const huge = account(30, { name: 'x'.repeat(2 * 1024 * 1024) })
    const { code } = await bring('people', [...orgs, ...people, huge, account(31)], '--batch', '1000')
    const told = report('people.report')
    expect([code, told.length, told.at(-2)?.reason, told.at(-1)?.outcome]).toEqual([3, 16, 'record_too_large', 'created'])
    expect(await sql(`SELECT member_count FROM organisations`)).toEqual([{ member_count: 1 }, { member_count: 1 }])
    // Two batches of the one that was asked for, and the end.
    expect(await sql(`SELECT version FROM import_runs`)).toEqual([{ version: 3 }])
  })

  it('keeps to how many organisations somebody may belong to, but not to how many they may own', async () => {
    const { bring, report, sql } = await bringing({ ORG_MAX_MEMBERSHIPS: '2', ORG_MAX_OWNED: '1' })
    const orgs = ['a', 'b', 'c'].map((slug, at) => organisation({ id: `${ORG.slice(0, -1)}${at}`, slug: `acme-${slug}` }))
    const owner = account(1, { organisations: orgs.map(({ id }) => ({ orgId: id, role: 'owner', joinedAt: TIME })) })
    expect(await bring('people', [...orgs, owner])).toMatchObject({ code: 0 })
    expect(report('people.report').at(-1)).toMatchObject({ outcome: 'created', notes: ['organisations_left'] })
    expect(await sql(`SELECT org_owner_count FROM accounts`)).toEqual([{ org_owner_count: 2 }])
    expect(await sql(`SELECT slug, member_count FROM organisations ORDER BY slug`)).toEqual([
      { slug: 'acme-a', member_count: 1 },
      { slug: 'acme-b', member_count: 1 },
      { slug: 'acme-c', member_count: 0 },
    ])
  })

  it('says of a hash that is no text what it says of one that is of no kind', async () => {
    const { bring, report } = await bringing()
    await bring('people', [account(1, { passwordHash: {} }), account(2, { passwordHash: null }), account(3, { id: undefined })])
    expect(report('people.report').map(({ outcome, reason }) => reason ?? outcome)).toEqual([
      ...['unknown_hash', 'created', 'not_a_person'],
    ])
  })

  it('gives an organisation another slug where its own is taken, and keeps none without a name', async () => {
    const { bring, report, sql } = await bringing()
    const [one, other, nameless] = [
      organisation(),
      organisation({ id: account(8).id }),
      organisation({ id: account(9).id, name: ' ' }),
    ]
    expect(await bring('people', [one, other, nameless])).toMatchObject({ code: 3 })
    expect(report('people.report')).toMatchObject([
      { outcome: 'created', notes: ['organisation'] },
      { outcome: 'created', notes: ['organisation', 'new_slug'] },
      { outcome: 'refused', reason: 'invalid_organisation' },
    ])
    expect(await sql(`SELECT slug FROM organisations ORDER BY slug`)).toEqual([{ slug: 'acme' }, { slug: 'acme-2' }])
  })

  it('goes on with the organisations that it has made', async () => {
    const { bring, sql } = await bringing()
    const member = (at: number) => account(at, { organisations: [{ orgId: ORG, role: 'owner', joinedAt: TIME }] })
    expect(await bring('one', [member(2)])).toMatchObject({ code: 0 })
    const people = [organisation(), member(1), member(2)]
    expect(await bring('people', people, '--batch', '1', '--on-conflict', 'fail')).toMatchObject({ code: 1 })
    await sql(`DELETE FROM accounts WHERE email = 'p2@example.com'`)
    expect(await bring('people', people, '--batch', '1', '--resume')).toMatchObject({ code: 0, err: '' })
    const found = `SELECT a.email FROM org_members m JOIN accounts a ON a.id = m.account_id ORDER BY a.email`
    expect(await sql(found)).toEqual([{ email: 'p1@example.com' }, { email: 'p2@example.com' }])
    expect(await sql(`SELECT member_count, owner_count FROM organisations`)).toEqual([{ member_count: 2, owner_count: 2 }])
  })

  it('says in a dry run what it does', async () => {
    const { bring, report, sql } = await bringing()
    const people = [
      organisation(),
      organisation(),
      full(10),
      account(20, { organisations: [{ orgId: account(1).id, role: 'owner' }] }),
    ]
    await bring('dry', people, '--dry-run', '--ids', 'keep')
    expect(await sql(`SELECT id FROM organisations UNION ALL SELECT id FROM accounts`)).toEqual([])
    await bring('real', people, '--ids', 'keep')
    const told = (name: string) => report(name).map(({ accountId: _, ...one }) => one)
    expect(told('dry.report')).toEqual(told('real.report'))
    expect(told('real.report').map(({ outcome }) => outcome)).toEqual(['created', 'refused', 'created', 'created'])
  })

  it('writes or refuses records with an odd value one by one: none stops the others', async () => {
    const { bring, report } = await bringing()
    const odd = ['\0', 'a\0b', '\ud800', '9'.repeat(400), 1e308, -1, 'a'.repeat(3000), { 'a\0': '\0' }, [], null]
    const places = placesIn(full(0))
    const people = places.flatMap((place, at) =>
      odd.map((to, index) => changed(full((at * odd.length + index + 1) * 10), place, to) as object),
    )
    const orgs = placesIn(organisation()).flatMap((place) => odd.map((to) => changed(organisation(), place, to) as object))
    const records = [organisation(), ...orgs, ...people, account(5)]
    const { code, err } = await bring('people', records, '--ids', 'keep', '--admins', 'role=admin', '--weak', 'reset')
    expect({ code, err }).toEqual({ code: 3, err: expect.any(String) })
    expect(report('people.report')).toHaveLength(records.length)
    expect(report('people.report').at(-1)).toMatchObject({ outcome: 'created' })
  })
})
