import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { migratedShell } from '../../../../test/support/shell.ts'

const GRAFANA = ['clients', 'create', '--preset', 'grafana', '--home', 'https://grafana.example.com']

describe('latchkey clients', () => {
  it('makes an application of a known one’s address, and prints the secret alone where output is read', async () => {
    const { latchkey, sql } = await migratedShell()
    const { code, out, err } = await latchkey(...GRAFANA)
    expect([code, out]).toEqual([0, expect.stringMatching(/^lks_[\w-]{43}$/)])
    expect(err).toContain('The application Grafana (grafana) was made.')
    expect(err).toContain('client_id = grafana')
    expect(err).toContain('to be put in place of the dots')
    expect(err).not.toContain(out)
    expect(JSON.stringify(await sql(`SELECT * FROM oidc_client_secrets`))).not.toContain(out)
    expect((await latchkey('clients', 'list')).out).toBe('grafana  Grafana  web  (never used)')
    expect(JSON.parse((await latchkey('clients', 'show', 'grafana')).out)).toMatchObject({
      redirectUris: ['https://grafana.example.com/login/generic_oauth'],
      scopes: ['openid', 'profile', 'email', 'groups'],
      createdBy: null,
    })
  })

  it('changes what is named and nothing else, rotates, disables, enables and removes', async () => {
    const { latchkey } = await migratedShell()
    await latchkey(...GRAFANA)
    const shown = async () => JSON.parse((await latchkey('clients', 'show', 'grafana')).out)
    const before = await shown()
    await latchkey('clients', 'update', 'grafana', '--name', 'Graphs', '--verified', 'yes')
    await latchkey('clients', 'update', 'grafana', '--second-factor', 'yes')
    expect(await shown()).toMatchObject({
      name: 'Graphs',
      redirectUris: before.redirectUris,
      demands: { verified: true, secondFactor: true },
    })
    const rotated = await latchkey('clients', 'rotate-secret', 'grafana')
    expect(rotated.out).toMatch(/^lks_/)
    expect((await latchkey('clients', 'rotate-secret', 'grafana')).code).toBe(1)
    expect((await latchkey('clients', 'rotate-secret', 'grafana', '--end-older')).code).toBe(0)
    expect((await shown()).secrets).toHaveLength(1)
    await latchkey('clients', 'disable', 'grafana')
    expect((await shown()).disabledAt).not.toBeNull()
    await latchkey('clients', 'update', 'grafana', '--enable')
    expect((await shown()).disabledAt).toBeNull()
    expect((await latchkey('clients', 'delete', 'grafana')).code).toBe(0)
    expect((await latchkey('clients', 'show', 'grafana')).code).toBe(1)
  })

  it.each([
    ['a preset that is none', ['--preset', 'grafanna', '--home', 'https://a.example'], 2, 'Did you mean grafana?'],
    ['a preset without an address', ['--preset', 'grafana'], 2, '--home must be given'],
    ['a word that is neither', ['--name', 'A', '--pkce', 'maybe'], 2, '--pkce must be yes or no'],
    ['a pattern', ['--name', 'A', '--redirect-uri', 'https://*.example.com'], 1, 'is a pattern'],
  ])('refuses %s', async (_, args, exit, message) => {
    const { latchkey, sql } = await migratedShell()
    const { code, err } = await latchkey('clients', 'create', ...args)
    expect([code, err]).toEqual([exit, expect.stringContaining(message)])
    expect(await sql(`SELECT id FROM oidc_clients`)).toEqual([])
  })
})

describe('latchkey clients apply', () => {
  async function withFile(list: unknown) {
    const here = await migratedShell()
    const write = (now: unknown) => writeFileSync(path.join(here.cwd, 'clients.json'), JSON.stringify(now))
    write(list)
    const apply = (...more: string[]) => here.latchkey('clients', 'apply', 'clients.json', ...more)
    const state = async () => [await here.sql(`SELECT * FROM oidc_clients`), await here.sql(`SELECT type FROM audit_events`)]
    return { ...here, write, apply, state }
  }

  const LIST = [
    { id: 'wiki', name: 'Wiki', kind: 'web', redirectUris: ['https://wiki.example.com/cb'], demands: { verified: true } },
    { id: 'tool', name: 'Tool', kind: 'native', redirectUris: ['http://127.0.0.1/cb'], hasDeviceFlow: true },
  ]

  it('makes what is missing, and the same file twice changes nothing', async () => {
    const { apply, state } = await withFile(LIST)
    const first = await apply()
    expect([first.code, first.out]).toEqual([0, expect.stringMatching(/^wiki lks_[\w-]{43}$/)])
    const before = await state()
    expect(await apply()).toMatchObject({ code: 0, out: 'All applications are as the file says.' })
    expect(await state()).toEqual(before)
  })

  it('says with --check what would change, and changes nothing', async () => {
    const { apply, state, write } = await withFile(LIST)
    const empty = await state()
    expect(await apply('--check')).toMatchObject({ code: 1, out: 'wiki would be made\ntool would be made' })
    expect(await state()).toEqual(empty)
    await apply()
    const before = await state()
    write([{ ...LIST[0], name: 'Our wiki', isDisabled: true }])
    expect(await apply('--check')).toMatchObject({ code: 1, out: 'wiki would change: name, isDisabled' })
    expect(await state()).toEqual(before)
    expect((await apply()).err).toContain('wiki was changed: name, isDisabled')
  })

  it('takes what `clients show` prints', async () => {
    const { apply, latchkey, write } = await withFile(LIST)
    await apply()
    write([JSON.parse((await latchkey('clients', 'show', 'wiki')).out)])
    expect(await apply('--check')).toMatchObject({ code: 0, out: 'All applications are as the file says.' })
  })

  it.each([
    [
      'a setting that is none',
      [{ ...LIST[0], redirectURIs: [] }],
      'there is no setting redirectURIs. Did you mean redirectUris?',
    ],
    ['a value of another type', [{ ...LIST[0], redirectUris: 'https://a.example' }], 'redirectUris is missing or not valid'],
    ['an id twice', [LIST[0], LIST[0]], 'wiki stands there twice'],
    [
      'an address that is wrong, before anything is made',
      [LIST[1], { ...LIST[0], redirectUris: ['http://a.example'] }],
      'wiki: redirectUris',
    ],
    ['what is no list', {}, 'must be a list'],
  ])('refuses %s', async (_, list, message) => {
    const { apply, sql } = await withFile(list)
    expect(await apply()).toMatchObject({ code: 1, err: expect.stringContaining(message) })
    expect(await sql(`SELECT id FROM oidc_clients`)).toEqual([])
  })
})

describe('latchkey oidc check', () => {
  it('says in plain words what is right and what is wrong', async () => {
    const { latchkey, sql } = await migratedShell()
    const told = createServer((request, reply) => reply.writeHead(request.url === '/there' ? 400 : 404).end()).listen(
      0,
      '127.0.0.1',
    )
    onTestFinished(() => void told.close())
    await new Promise((resolve) => told.once('listening', resolve))
    const at = `http://127.0.0.1:${(told.address() as AddressInfo).port}`
    await latchkey(...GRAFANA, '--logout-uri', `${at}/there`)
    const good = await latchkey('oidc', 'check', 'grafana')
    expect(good.code).toBe(0)
    for (const line of [
      /warn {2}application +Grafana has never called/,
      /warn {2}secret +never used/,
      /ok {4}back-channel +\S+ answers/,
    ])
      expect(good.out).toMatch(line)
    expect(good.out).toMatch(/ok {4}last refusal +none/)
    await latchkey('clients', 'update', 'grafana', '--logout-uri', `${at}/nowhere`)
    await sql(`UPDATE oidc_clients SET last_refusal = 'secret_wrong', last_refused_at = 1, disabled_at = 1,
      demands = '{"organisation":"019b2c3d-1111-7222-8333-444455556666"}'`)
    const bad = await latchkey('oidc', 'check', 'grafana')
    expect(bad.code).toBe(1)
    for (const line of [
      /fail {2}application +Grafana is disabled/,
      /fail {2}organisation +it is gone/,
      /fail {2}back-channel +\S+ answers 404/,
    ])
      expect(bad.out).toMatch(line)
    expect(bad.out).toMatch(/warn {2}last refusal +\S+: it sent a wrong secret$/m)
    await sql(`UPDATE oidc_clients SET last_refusal = 'challenge_missing', has_sent_challenge = 1, wants_pkce = 0`)
    const forgetting = /it sent no PKCE challenge, .* `latchkey clients update grafana --pkce yes`, then `.* --pkce no`$/m
    expect((await latchkey('oidc', 'check', 'grafana')).out).toMatch(forgetting)
    for (const word of ['yes', 'no']) await latchkey('clients', 'update', 'grafana', '--pkce', word)
    expect((await latchkey('oidc', 'check', 'grafana')).out).toMatch(/it sent no PKCE challenge$/m)
  })

  it('knows no other application', async () => {
    const { latchkey } = await migratedShell()
    expect(await latchkey('oidc', 'check', 'nobodys')).toMatchObject({ code: 1, err: expect.stringContaining('nobodys') })
  })
})

describe('latchkey doctor', () => {
  it('warns of applications where sign-ins fail, and says what to do', async () => {
    const { latchkey, sql } = await migratedShell()
    const told = async () =>
      JSON.parse((await latchkey('doctor', '--json')).out)
        .filter(({ check }: { readonly check: string }) => check === 'applications')
        .map(({ status, message }: { readonly status: string; readonly message: string }) => `${status}: ${message}`)
    expect(await told()).toEqual(['ok: 0'])
    await latchkey(...GRAFANA)
    expect(await told()).toEqual(['ok: 1'])
    await sql(`UPDATE oidc_clients SET demands = '{"organisation":"019b2c3d-1111-7222-8333-444455556666"}',
      scopes = '["openid","data:gone"]', last_refusal = 'secret_wrong', last_refused_at = 1`)
    expect(await told()).toEqual([
      'warn: grafana lets nobody in, because the organisation that it demands is gone',
      'warn: grafana has the scope data:gone, which is not declared any more',
      'warn: grafana was refused since it was last used: `latchkey oidc check grafana`',
    ])
    await sql(`UPDATE oidc_clients SET demands = '{}', scopes = '["openid"]', last_refused_at = NULL`)
    for (const [id, attempts] of ['0', '2'].entries())
      await sql(
        `INSERT INTO oidc_logouts (id, grant_id, client_id, account_id, created_at, attempts, next_attempt_at, leased_until)
         VALUES (?, 'grant', 'grafana', 'ada', 1893456000000, ?, 0, 0)`,
        [String(id), Number(attempts)],
      )
    expect(await told()).toEqual([
      'warn: grafana does not take the ends of sessions, of which 2 wait since 2030-01-01T00:00:00.000Z: `latchkey oidc check grafana`',
    ])
    await sql(`UPDATE oidc_logouts SET attempts = 1`)
    const waiting = 'ok: 1, 2 ends of sessions wait to be told, the oldest since 2030-01-01T00:00:00.000Z'
    expect(await told()).toEqual([waiting])
    await latchkey('clients', 'disable', 'grafana')
    expect(await told()).toEqual([waiting])
  })
})
