import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { PEOPLED_ENV, peopled } from '../../../../test/support/peopled.ts'
import { schemaOf } from '../../../../test/support/schema.ts'
import { world } from '../../../../test/support/world.ts'
import { runCli } from '../../../cli/run-cli.ts'
import { HOOKS } from '../../../gate/hooks.ts'
import { TABLES } from '../../../platform/store/table-list.ts'

interface Record {
  readonly [member: string]: unknown
  readonly type?: string
  readonly email?: string
}

/** A service with people, and a shell beside it. */
async function exporting() {
  const here = await peopled()
  const shell = await importing(PEOPLED_ENV, here)
  const textOf = (name: string) => readFileSync(path.join(shell.cwd, name), 'utf8')
  const recordsOf = (name: string): readonly Record[] =>
    textOf(name)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record)
  const personIn = (name: string, email: string) => recordsOf(name).find((one) => one.email === `${email}@example.com`)
  return { ...here, ...shell, textOf, recordsOf, personIn, at: (name: string) => path.join(shell.cwd, name) }
}

describe('latchkey users export', () => {
  it('writes all that an account has, secrets only where they are asked for', async () => {
    const { latchkey, recordsOf, personIn, textOf, sql, ids, at } = await exporting()
    expect(await latchkey('users', 'export', 'plain')).toMatchObject({ code: 0, err: '' })
    expect(statSync(at('plain')).mode & 0o777).toBe(0o600)
    const [head, org, ...accounts] = recordsOf('plain')
    expect(head).toMatchObject({ format: 'latchkey/1', withHashes: false, withSeeds: false })
    expect(org).toMatchObject({ type: 'organisation', slug: 'acme', data: { plan: 'free' } })
    expect(accounts.map(({ id }) => id)).toEqual(Object.values(ids).toSorted())
    const plain = textOf('plain')
    for (const secret of ['passwordHash', '$argon2', '$lk1$', 'secret', 'credentialId', 'keys'])
      expect(plain).not.toContain(`"${secret}`)
    expect(personIn('plain', 'wren')).toMatchObject({
      ...{ banReason: 'spam', language: 'de', data: { plan: 'pro', note: '@sum', names: ['a', 'b'] } },
      identities: [{ issuer: PEOPLED_ENV.OAUTH_CORP_ISSUER, subject: 'w-1', provider: 'corp', email: 'w@example.com' }],
      origin: { source: 'keycloak', sourceId: 'kc-7' },
    })
    expect(personIn('plain', 'olga')).toMatchObject({ organisations: [{ orgId: org?.['id'], role: 'owner' }] })
    expect(personIn('plain', 'oscar')).toMatchObject({ role: 'admin', adminScopes: ['users:read', 'orgs:read'] })

    expect((await latchkey('users', 'export', 'whole', '--with-hashes', '--with-seeds')).code).toBe(0)
    const stored = new Map(
      (await sql(`SELECT email, password_hash FROM accounts`)).map((row) => [row['email'], row['password_hash']]),
    )
    expect(personIn('whole', 'tess')).toMatchObject({
      passwordHash: stored.get('tess@example.com'),
      totp: { secret: expect.stringMatching(/^[A-Z2-7]{32}$/), period: 30, algorithm: 'sha1' },
    })
    const keys = (recordsOf('whole')[0]?.['keys'] ?? []) as readonly { id: string; key: string }[]
    const pepper = keys.find(({ key }) => Buffer.from(key, 'base64url').toString() === 'a pepper')
    expect(personIn('whole', 'wren')?.['passwordHash']).toContain(`k=${pepper?.id}`)
    expect(personIn('whole', 'pat')).toMatchObject({ passkeys: [{ rpId: 'localhost', name: expect.any(String) }] })

    const told = await sql(`SELECT metadata FROM audit_events WHERE type = 'admin.users.exported' ORDER BY created_at, id`)
    const hash = (name: string) => createHash('sha256').update(textOf(name)).digest('hex')
    expect(told.map(({ metadata }) => JSON.parse(String(metadata)))).toEqual([
      { format: 'latchkey', sha256: hash('plain'), accounts: String(accounts.length) },
      { format: 'latchkey', sha256: hash('whole'), accounts: String(accounts.length), hashes: 'true', seeds: 'true' },
    ])
  })

  it('writes over no file, and leaves nothing where it fails', async () => {
    const { latchkey, at, cwd, file } = await importing().then(async (shell) => ({
      ...shell,
      at: (name: string) => path.join(shell.cwd, name),
    }))
    file('there', 'precious')
    expect(await latchkey('users', 'export', 'there')).toMatchObject({ code: 1, err: `${at('there')} is there already.` })
    expect(readFileSync(at('there'), 'utf8')).toBe('precious')
    expect((await latchkey('users', 'export', 'new', '--format', 'cvs')).err).toContain('Did you mean csv?')
    expect((await latchkey('users', 'export', 'new', '--since', 'yesterday')).code).toBe(2)
    expect(existsSync(at('new'))).toBe(false)
    expect(readdirSync(cwd).filter((name) => name.includes('partial'))).toEqual([])
  })

  it('shows hashes and seeds on a screen only where that is wanted', async () => {
    const { env, cwd } = await importing()
    const out: string[] = []
    const err: string[] = []
    const terminal = {
      env,
      cwd,
      isInteractive: true,
      isShown: true,
      out: (line: string) => void out.push(line),
      err: (line: string) => void err.push(line),
    }
    for (const flag of ['--with-hashes', '--with-seeds']) expect(await runCli(['users', 'export', '-', flag], terminal)).toBe(2)
    expect(out).toEqual([])
    expect(await runCli(['users', 'export', '-'], terminal)).toBe(0)
    expect(await runCli(['users', 'export', '-', '--with-hashes', '--yes'], terminal)).toBe(0)
    expect(await runCli(['users', 'export', '-', '--with-hashes'], { ...terminal, isShown: false })).toBe(0)
    expect(out.join('\n').match(/latchkey\/1/g)).toHaveLength(3)
    expect(err.join('\n')).toContain('0 accounts written')
  })

  it('takes only what has changed since a time', async () => {
    const { latchkey, sql, recordsOf, ids } = await exporting()
    await sql(`UPDATE accounts SET updated_at = 1000, data_updated_at = NULL`)
    await sql(`UPDATE accounts SET updated_at = 1767300000000 WHERE email = 'tess@example.com'`)
    await sql(`UPDATE accounts SET data_updated_at = 1767300000000 WHERE email = 'pat@example.com'`)
    expect((await latchkey('users', 'export', 'some', '--since', '2026-01-01T00:00:00Z')).code).toBe(0)
    const found = recordsOf('some').filter(({ type }) => type === 'account')
    expect(found.map(({ id }) => id)).toEqual([ids['tess@example.com'], ids['pat@example.com']].toSorted())
  })

  it('writes a table without formulas, which an import reads', async () => {
    const { latchkey, textOf } = await exporting()
    expect(await latchkey('users', 'export', 'people.csv', '--format', 'csv', '--with-hashes', '--with-seeds')).toMatchObject({
      code: 0,
      out: expect.stringContaining('no place for: '),
    })
    const text = textOf('people.csv')
    expect(text).toContain(`,'=1+1,`)
    expect(text).toContain(`,'@sum,`)
    const other = await importing(PEOPLED_ENV)
    writeFileSync(path.join(other.cwd, 'people.csv'), text)
    expect(await other.run('people.csv', '--from', 'csv', '--ids', 'keep', '--provider', 'corp=corp')).toMatchObject({ code: 0 })
    const [wren] = await other.sql(`SELECT name, ban_reason, language, data FROM accounts WHERE email = 'wren@example.com'`)
    expect(wren).toMatchObject({ name: `'=1+1`, ban_reason: 'spam', language: 'de' })
    expect(JSON.parse(String(wren?.['data']))).toEqual({ plan: 'pro', note: `'@sum`, names: ['a', 'b'] })
  })

  it('has a word on every table of accounts: it goes along, or there is a reason why not', async () => {
    const schema = await schemaOf(await world())
    const tables = new Set(schema.filter(({ name }) => name === 'account_id').map(({ table }) => table))
    const facts = new Map(TABLES.map(({ name, facts: { carried } }) => [name, carried]))
    expect([...tables].filter((name) => facts.get(name) === undefined)).toEqual([])
    const parts = HOOKS.flatMap(({ accountPart }) => accountPart?.tables ?? []).map(({ name }) => name)
    const carried = [...facts].filter(([, one]) => typeof one === 'object').map(([name]) => name)
    expect(carried.toSorted()).toEqual(['accounts', ...parts].toSorted())
  })
})
