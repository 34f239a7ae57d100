import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { PEOPLED_ENV, peopled } from '../../../../test/support/peopled.ts'
import { shared } from '../../../../test/support/shared.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

type Row = Readonly<Record<string, unknown>>

/** How each of them would give back what it has taken, where that is not the same. */
const GIVEN_BACK: Readonly<Record<string, (row: Row) => Row>> = {
  kratos: (row) => ({ ...row, id: (row['metadata_admin'] as { latchkey: { id: string } }).latchkey.id }),
  auth0: ({ custom_password_hash: _, ...row }) => row,
  clerk: (row) => ({
    ...{ id: row['external_id'], verified_email_addresses: (row['email_address'] as readonly string[])[0] },
    ...row,
  }),
  supabase: ({ password_hash: hash, email_confirm: isConfirmed, ban_duration: ban, ...row }) => ({
    ...{ ...row, encrypted_password: hash, email_confirmed_at: isConfirmed === true ? '2026-01-01T00:00:00Z' : null },
    banned_until: ban === '876000h' ? '2126-01-01T00:00:00Z' : null,
  }),
}

const LISTS: Readonly<Record<string, (text: string) => readonly Row[]>> = {
  keycloak: (text) => JSON.parse(text).users,
  firebase: (text) => JSON.parse(text).users,
  auth0: (text) => JSON.parse(text),
}

const lines = (text: string): readonly Row[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

async function served() {
  const service = await peopled()
  const shell = await importing(PEOPLED_ENV, service)
  return { ...service, ...shell }
}

const here = shared(served)

async function exported(format: string) {
  const { latchkey, cwd } = await here()
  const name = `${format}-${Math.random()}`
  const { code, out, err } = await latchkey('users', 'export', name, '--format', format, '--with-hashes', '--with-seeds')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const text = readFileSync(path.join(cwd, name), 'utf8')
  return { text, out, rows: (LISTS[format] ?? lines)(text) }
}

const OURS: Readonly<Record<string, readonly string[]>> = {
  keycloak: ['tess', 'olga', 'oscar', 'pat', 'wren'],
  kratos: ['tess', 'olga', 'oscar', 'pat', 'wren'],
  auth0: ['tess', 'olga', 'oscar', 'pat', 'wren'],
  clerk: ['olga', 'oscar'],
  supabase: ['tess', 'olga', 'oscar', 'pat', 'wren'],
  firebase: ['tess', 'olga', 'oscar', 'pat', 'wren'],
}

describe.each(Object.entries(OURS))('latchkey users export --format %s', (format, people) => {
  it('is read back by the import from there', async () => {
    const { text, rows } = await exported(format)
    const there = await importing(PEOPLED_ENV)
    const back = GIVEN_BACK[format]
    const given = back ? rows.map((row) => JSON.stringify(back(row))).join('\n') : text
    writeFileSync(path.join(there.cwd, 'given'), given)
    const args = ['--from', format, '--ids', 'keep', '--provider', 'corp=corp', '--admins', 'nothing=nothing']
    expect(await there.run('given', ...args)).toMatchObject({ code: 0, err: '' })
    const found = await there.sql(`SELECT email, id, name, banned_at, verified_at FROM accounts ORDER BY email`)
    expect(found.map(({ email }) => String(email).split('@')[0])).toEqual([...people].sort())
    const { ids } = await here()
    for (const { email, id } of format === 'auth0' ? [] : found) expect(id).toBe(ids[String(email)])
    expect(found.filter(({ banned_at: at }) => at !== null).map(({ email }) => email)).toEqual(
      format === 'clerk' ? [] : ['wren@example.com'],
    )
    expect(found.filter(({ verified_at: at }) => at !== null).map(({ email }) => email)).toEqual([
      'olga@example.com',
      'oscar@example.com',
    ])
    const linked = await there.sql(`SELECT subject FROM identities`)
    expect(linked).toEqual(format === 'keycloak' || format === 'kratos' ? [{ subject: 'w-1' }] : [])

    if (format === 'auth0' || format === 'firebase') return
    const other = await world({ databaseUrl: there.env.DATABASE_URL, env: PEOPLED_ENV })
    const visitor = other.browser()
    expect(await visitor.post('/auth/login', { email: 'olga@example.com', password: PASSWORD })).toMatchObject({ status: 200 })
  })
})

describe('latchkey users export', () => {
  it('says what another product has no place for', async () => {
    const told = Object.fromEntries(
      await Promise.all(
        Object.keys(OURS).map(async (format) => [format, (await exported(format)).out.split('\n').at(-1)] as const),
      ),
    )
    const said = (rest: string) => `The format has no place for: organisations 2, ${rest}.`
    expect(told).toEqual({
      keycloak: said('recovery_codes 1, passkeys 1, password 1, data 1'),
      kratos: said('recovery_codes 1, second_factor 1, passkeys 1, password 1'),
      auth0: said('recovery_codes 1, passkeys 1, password 1, identities 1'),
      clerk: said('unverified 3'),
      supabase: said('recovery_codes 1, second_factor 1, passkeys 1, password 1, identities 1, data 1'),
      firebase: said('password 4, recovery_codes 1, second_factor 1, passkeys 1, identities 1, data 1'),
    })
    const sentence = 'It compares no argon2id'
    expect((await exported('firebase')).out).toContain(sentence)
    expect((await exported('auth0')).out).not.toContain(sentence)
  })

  it('brings seeds to products that take them, and argon2id to those that compare it', async () => {
    const [keycloak, auth0, clerk] = [await exported('keycloak'), await exported('auth0'), await exported('clerk')]
    const tess = (rows: readonly Row[]) => rows.find(({ email }) => email === 'tess@example.com')
    const secret = expect.stringMatching(/^[A-Z2-7]{32}$/)
    expect(tess(auth0.rows)).toMatchObject({
      custom_password_hash: { algorithm: 'argon2', hash: { value: expect.stringContaining('$argon2id$'), encoding: 'utf8' } },
      mfa_factors: [{ totp: { secret } }],
    })
    const credentials = tess(keycloak.rows)?.['credentials'] as readonly {
      type: string
      credentialData: string
      secretData: string
    }[]
    expect(credentials.map(({ type }) => type)).toEqual(['password', 'otp'])
    expect(JSON.parse(credentials[0]?.credentialData ?? '')).toEqual({
      ...{ hashIterations: 1, algorithm: 'argon2' },
      additionalParameters: { hashLength: ['32'], memory: ['64'], type: ['id'], version: ['1.3'], parallelism: ['1'] },
    })
    expect(JSON.parse(credentials[1]?.secretData ?? '')).toEqual({ value: secret })
    expect(clerk.rows.map((row) => row['password_hasher'])).toEqual(['argon2id', undefined])
    expect((await exported('firebase')).text).not.toContain('passwordHash')
  })
})
