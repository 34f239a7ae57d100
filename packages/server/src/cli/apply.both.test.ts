import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shell } from '../../test/support/shell.ts'
import { RECEIVERS, tell, webhookReceiver } from '../../test/support/webhook-receiver.ts'
import { world } from '../../test/support/world.ts'

const WEBHOOK = { url: 'https://hooks.example.com/latchkey', types: ['user.created'], description: 'billing' }
const FILE = {
  organisations: [{ slug: 'acme', name: 'Acme' }],
  clients: [{ id: 'wiki', kind: 'web', name: 'Wiki', redirectUris: ['https://wiki.example.com/callback'] }],
  keys: [{ name: 'billing', scopes: ['users:read'] }],
  webhooks: [WEBHOOK],
}
const MANY = Array.from({ length: 21 }, (_, at) => ({ ...WEBHOOK, url: `https://hooks.example.com/${at}` }))
const UNCHANGED = { code: 0, out: 'All is as the file says.', err: '' }

/** A service that runs, and an operator with a file on its database. */
async function beside() {
  const env = { ORGANISATIONS: 'true', ...RECEIVERS }
  const here = await world({ env })
  const at = shell({ ...env, DATABASE_URL: here.database.url, SECRET: 'a secret for tests, 32 bytes and more' })
  const apply = (file: object, ...more: string[]) => {
    at.file('latchkey.json', JSON.stringify(file))
    return at.latchkey('apply', 'latchkey.json', ...more)
  }
  const state = async () => {
    const tables = ['oidc_clients', 'api_keys', 'webhooks', 'organisations', 'audit_events', 'outbox']
    const counts = []
    for (const table of tables) counts.push(Number((await here.sql(`SELECT COUNT(*) AS n FROM ${table}`))[0]?.['n']))
    return counts
  }
  return { ...here, ...at, apply, state }
}

describe('latchkey apply', () => {
  it('makes what a file says once, beside a service that runs, and the same file twice changes nothing', async () => {
    const { apply, state, sql, browser } = await beside()
    const { code, out, err } = await apply(FILE)
    expect([code, err.split('\n').sort()]).toEqual([
      0,
      ['clients: wiki was made', 'keys: billing was made', 'organisations: acme was made', `webhooks: ${WEBHOOK.url} was made`],
    ])
    expect(out.split('\n').sort()).toEqual([
      expect.stringMatching(/^clients wiki lks_\S+$/),
      expect.stringMatching(/^keys billing lk_\S+$/),
      expect.stringMatching(/^webhooks https:\S+ whsec_\S+$/),
    ])
    const key = /lk_\S+/.exec(out)?.[0]
    expect((await browser().get('/admin/users', { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
    const events = (await sql('SELECT type FROM audit_events')).map(({ type }) => String(type)).sort()
    expect(events).toEqual(
      expect.arrayContaining(['admin.client.created', 'admin.key.created', 'admin.webhook.created', 'org.created']),
    )
    const before = await state()
    expect(await apply(FILE)).toEqual(UNCHANGED)
    expect(await apply(FILE, '--check')).toEqual(UNCHANGED)
    expect(await state()).toEqual(before)
  })

  it('makes a webhook that is told for as long as nobody disables it: what the operator has made ends with no account', async () => {
    const here = await beside()
    const receiver = await webhookReceiver()
    await here.apply({ webhooks: [{ url: receiver.url, types: ['user.created'] }] })
    for (const name of ['ada', 'ben']) {
      await here.signedUp(`${name}@example.com`)
      await tell(here)
    }
    expect(receiver.types()).toEqual(['user.created', 'user.created'])
    expect(await here.sql("SELECT actor_id FROM audit_events WHERE actor_id = 'operator'")).toEqual([])
  })

  it('says with --check what would change, by its exit code as well, and changes nothing', async () => {
    const { apply, state, sql } = await beside()
    const nothing = await state()
    const told = await apply(FILE, '--check')
    expect([told.code, told.out]).toEqual([1, ''])
    expect(told.err).toContain('keys: billing would be made')
    expect(await state()).toEqual(nothing)
    expect(await sql('SELECT name FROM data_keys')).toEqual([])
    await apply(FILE)
    const changed = {
      organisations: [{ slug: 'acme', name: 'Acme Ltd' }],
      clients: [{ ...FILE.clients[0], name: 'The wiki' }],
      webhooks: [{ ...WEBHOOK, types: ['user.created', 'user.deleted'] }],
    }
    const lines = [
      'clients: wiki WAS changed: name',
      'organisations: acme WAS changed: name',
      `webhooks: ${WEBHOOK.url} WAS changed: types`,
    ]
    const linesOf = (verb: string) => lines.map((line) => line.replace('WAS', verb))
    const check = await apply(changed, '--check')
    expect(check.err.split('\n').slice(0, 3).sort()).toEqual(linesOf('would be'))
    const { code, out, err } = await apply(changed)
    expect([code, out, err.split('\n').sort()]).toEqual([0, '', linesOf('was')])
    expect(await apply(changed)).toEqual(UNCHANGED)
  })

  it('writes secrets to a file that only its owner reads, and to none that is there', async () => {
    const { apply, cwd, state } = await beside()
    expect(await apply(FILE, '--secrets', 'made.txt')).toMatchObject({ code: 0, out: '' })
    expect(statSync(`${cwd}/made.txt`).mode & 0o777).toBe(0o600)
    expect(readFileSync(`${cwd}/made.txt`, 'utf8')).toMatch(/^clients wiki lks_\S+$/m)
    expect(await apply(FILE, '--secrets', 'made.txt')).toEqual(UNCHANGED)
    const before = await state()
    const refused = await apply({ keys: [{ name: 'other', scopes: ['users:read'] }] }, '--secrets', 'made.txt')
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/made\.txt: .*move it away$/)])
    expect(await state()).toEqual(before)
  })

  it('makes nothing whose secret cannot be told', async () => {
    const { apply, state } = await beside()
    const nothing = await state()
    expect(await apply(FILE, '--secrets', 'no-such-folder/made.txt')).toMatchObject({ code: 1, out: '' })
    expect(await state()).toEqual(nothing)
  })

  it.each([
    ['a list that there is none of', { ...FILE, kees: [] }, 'there is no list kees'],
    ['a setting that there is none of', { ...FILE, keys: [{ name: 'a', scopez: [] }] }, 'there is no setting scopez'],
    ['a scope that there is none of', { ...FILE, keys: [{ name: 'a', scopes: ['all'] }] }, 'scopes must be some of'],
    ['two of one name', { ...FILE, keys: [FILE.keys[0], FILE.keys[0]] }, 'billing stands there twice'],
    ['an address that is none', { ...FILE, webhooks: [{ ...WEBHOOK, url: 'http://10.0.0.1/' }] }, 'webhooks: webhook 1: '],
    ['a type that there is none of', { ...FILE, webhooks: [{ ...WEBHOOK, types: ['user.sneezed'] }] }, 'webhooks: webhook 1: '],
    [
      'a demand that there is none of',
      { ...FILE, clients: [{ ...FILE.clients[0], demands: { rolle: 'admin' } }] },
      'no setting rolle. Did',
    ],
    ['an id that is none', { ...FILE, clients: [{ ...FILE.clients[0], id: 'Wiki!' }] }, 'clients: Wiki!: '],
    ['more webhooks than there may be', { ...FILE, webhooks: MANY }, `webhooks: ${MANY[20]?.url}: `],
    ['a short name that is none', { ...FILE, organisations: [{ slug: 'a b', name: 'A' }] }, 'organisations: a b: '],
  ])('changes nothing for a file with %s', async (_what, file, problem) => {
    const { apply, state } = await beside()
    const nothing = await state()
    const { code, out, err } = await apply(file)
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(problem)])
    expect(await state()).toEqual(nothing)
  })

  it.each([
    ['two lists of one name', '{"keys":[],"keys":[{"name":"a","scopes":["users:read"]}]}', '"keys" stands twice in one object'],
    [
      'two of one name within',
      '{"keys":[{"name":"a","scopes":["users:read"],"n\\u0061me":"b"}]}',
      '"name" stands twice in one object',
    ],
    ['a byte that is no text', Buffer.from('{"keys":[{"name":"\xe9","scopes":["users:read"]}]}', 'latin1'), 'not valid'],
  ])('refuses a file with %s', async (_what, text, problem) => {
    const { latchkey, cwd, state } = await beside()
    const nothing = await state()
    writeFileSync(`${cwd}/latchkey.json`, text)
    expect(await latchkey('apply', 'latchkey.json')).toMatchObject({ code: 1, out: '', err: expect.stringContaining(problem) })
    expect(await state()).toEqual(nothing)
  })

  it('reads a file with a mark of the byte order, and one where a word stands in several objects', async () => {
    const { latchkey, file } = await beside()
    file('latchkey.json', `\ufeff${JSON.stringify({ keys: [FILE.keys[0], { name: 'name', scopes: ['users:read'] }] })}`)
    expect(await latchkey('apply', 'latchkey.json')).toMatchObject({ code: 0 })
  })

  it('makes what is missing once, however many apply at once', async () => {
    const { apply, sql } = await beside()
    await apply({}) // the file is there
    const done = await Promise.all(Array.from({ length: 4 }, () => apply(FILE)))
    expect(done.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    expect(done.filter(({ out }) => out === UNCHANGED.out)).toHaveLength(3)
    for (const table of ['api_keys', 'webhooks', 'oidc_clients', 'organisations'])
      expect(await sql(`SELECT COUNT(*) AS n FROM ${table}`)).toMatchObject([{ n: expect.toSatisfy((n) => Number(n) === 1) }])
  })

  it('takes nothing from a key that somebody holds', async () => {
    const { apply } = await beside()
    await apply(FILE)
    const wider = { keys: [{ name: 'billing', scopes: ['users:read', 'users:write'] }] }
    expect(await apply(wider)).toMatchObject({ code: 1, err: expect.stringContaining('Revoke it first') })
  })
})
