import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it, vi } from 'vitest'
import { importing } from '../../../../test/support/importing.ts'
import { shared } from '../../../../test/support/shared.ts'
import { MOST_BYTES } from './raw-record.ts'

const service = shared(() => importing())
let files = 0

/** What becomes of a file: how the command ends, and a word for each record. */
async function imported(from: string, content: string | Buffer, ...args: string[]) {
  const { cwd, run, report } = service()
  const name = `file-${files++}`
  writeFileSync(path.join(cwd, name), content)
  const { code, err } = await run(path.join(cwd, name), '--from', from, '--report', `${name}.report`, ...args)
  const lines = existsSync(path.join(cwd, `${name}.report`)) ? report(`${name}.report`) : []
  return { code, err, told: lines.map(({ sourceId, outcome, reason }) => `${sourceId ?? '?'} ${reason ?? outcome}`) }
}

const user = (id: string, more = '') => `{"id":"${id}","email":"${id}-${files}@example.com"${more}}`

describe('a file that means no good', () => {
  it('has stray quotes, which spoil their own rows alone', async () => {
    const rows = [
      '1,a@example.com,O"Brien',
      '2,b@example.com,Bob',
      '3,"c"c@example.com,x"',
      '4,d@example.com,"D ""the"" D"',
      '5,"e" x"@x,x',
    ]
    const { code, told } = await imported('csv', ['id,email,name', ...rows, '6,f@example.com,F'].join('\n'))
    expect([code, told]).toEqual([3, ['? not_json', '2 created', '? not_json', '4 created', '? not_json', '6 created']])
  })

  it('never closes a quote: what stands behind it is not taken for one record and forgotten', async () => {
    const { code, err } = await imported('csv', 'id,email,name\n1,g@example.com,"Gus\n2,h@example.com,H\n')
    expect([code, err]).toEqual([1, expect.stringContaining('in line 2 is not closed')])
  })

  it('has ten thousand columns, or more than a line may have', async () => {
    const columns = Array.from({ length: 10_000 }, (_, at) => `c${at}`)
    const row = `i@example.com,i,${columns.map(() => 'x').join(',')}`
    const { code, told } = await imported('csv', `email,id,${columns.join(',')}\n${row}\n`)
    expect([code, told]).toEqual([0, ['i created']])
    const most = await imported('csv', `email,${'x'.repeat(MOST_BYTES)}\nj@example.com,1\n`)
    expect(most).toMatchObject({ code: 1, err: expect.stringContaining('has to name its columns') })
  })

  it('has names twice, numbers without end, and lists in lists', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    const lines = [
      `{"id":"first",${user('k').slice(1)}`,
      `{"id":1e400,"email":"l@example.com","createdAt":1e400,"banned":1e400,"banExpires":-1e400}`,
      user('m', `,"createdAt":${'9'.repeat(400)},"name":${deep},"role":${deep},"accounts":${deep}`),
      user('n', `,"__proto__":{"isAnonymous":true},"constructor":null`),
    ]
    const { code, told } = await imported('better-auth', `\ufeff${lines.join('\r\n')}\r\n`)
    expect([code, told]).toEqual([0, ['k created', 'Infinity created', 'm created', 'n created']])
    const second = JSON.stringify({ user_id: 'auth0|x' }).replace('}', `,"identities":${deep}}`)
    writeFileSync(path.join(service().cwd, 'second'), second)
    const joined = await imported('auth0', user('o'), '--identities', 'second')
    expect(joined).toMatchObject({ code: 1, err: '--identities: line 1 cannot be read (not_json).' })
  })

  it('hides its list deep inside, has several, or is of two bytes a letter', async () => {
    const hidden = `${'{"a":'.repeat(100_000)}{"users":[${user('p')}]}${'}'.repeat(100_000)}`
    expect(await imported('better-auth', hidden)).toMatchObject({ code: 3, told: ['? record_too_large'] })
    const lines = hidden.replaceAll('{"a"', '{\n"a"')
    expect(await imported('better-auth', lines)).toMatchObject({ code: 1, err: expect.stringContaining('no list "users"') })
    for (const content of [
      `[${user('q')}]\n[${user('r')}]`,
      `{"users":[${user('q')}],\n"users":[${user('r')}]}`,
      `[${user('q')}]}`,
    ])
      expect(await imported('better-auth', content)).toMatchObject({
        code: 1,
        err: expect.stringContaining('more behind the list'),
      })
    for (const content of [`\ufeff[${user('s')}]`, `[${user('s')}]`])
      expect(await imported('better-auth', Buffer.from(content, 'utf16le'))).toMatchObject({
        code: 1,
        err: expect.stringContaining('save it as UTF-8'),
      })
  })

  it('has more rows of one person in its second file than a person has room for', async () => {
    const { cwd } = service()
    const rows = Array.from({ length: 1400 }, (_, at) => `{"user_id":"v","provider":"corp","provider_id":"${at}"}`)
    writeFileSync(path.join(cwd, 'rows'), `${rows.join('\n')}\n{"user_id":"w","provider":"corp","provider_id":"w"}`)
    const { code, told } = await imported('supabase', `${user('v')}\n${user('w')}`, '--identities', 'rows')
    expect([code, told]).toEqual([3, ['? record_too_large', 'w created']])
    const carts = rows.map((_, at) => `{"user_id":7,"meta_key":"cart_${at}","meta_value":"${'x'.repeat(99)}"}`)
    writeFileSync(path.join(cwd, 'meta'), `${carts.join('\n')}\n{"user_id":7,"meta_key":"first_name","meta_value":"Xia"}`)
    expect(await imported('wordpress', `{"ID":7,"user_email":"x@example.com"}`, '--identities', 'meta')).toMatchObject({
      code: 0,
    })
    expect(await service().sql(`SELECT name FROM accounts WHERE email = 'x@example.com'`)).toEqual([{ name: 'Xia' }])
  })

  it('has a pattern that makes megabytes of a salt', async () => {
    const base64 = (text: string) => Buffer.from(text).toString('base64')
    const pattern = (times: number) => `pf=${base64(`${'{SALT}'.repeat(times)}{PASSWORD}`)}`
    const hash = (times: number) => `$sha256$${pattern(times)}$${base64('salt')}$${Buffer.alloc(32, 7).toString('base64')}`
    const person = (id: string, text: string) =>
      JSON.stringify({
        id,
        traits: { email: `${id}@example.com` },
        credentials: { password: { config: { hashed_password: text } } },
      })
    const { told } = await imported('kratos', `${person('y', hash(3000))}\n${person('z', hash(2))}`, '--weak', 'reset')
    expect(told).toEqual(['y unknown_hash', 'z created'])
  })

  it('is none at all, or is where the report is to be', async () => {
    const { cwd, run, write } = service()
    mkdirSync(path.join(cwd, 'directory'))
    execFileSync('mkfifo', [path.join(cwd, 'pipe')])
    symlinkSync(path.join(cwd, 'nowhere'), path.join(cwd, 'link'))
    const file = write('people.csv', 'email\nt@example.com\n')
    for (const [args, said] of [
      [['directory'], 'it is no file'],
      [['pipe'], 'it is no file'],
      [['link'], 'no such file'],
      [[file, '--report', 'people.csv'], 'is there already'],
      [[file, '--report', 'link'], 'cannot be written'],
      [[file, '--report', 'nowhere/report'], 'cannot be written'],
    ] as const) {
      const { code, err } = await run(args[0], '--from', 'csv', ...args.slice(1))
      expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(said) })
    }
    const keys = write('keys', 'x'.repeat(MOST_BYTES + 1))
    expect(await run(file, '--from', 'devise', '--hash-config', keys)).toMatchObject({
      code: 1,
      err: expect.stringContaining('too large to hold keys'),
    })
    expect(readFileSync(file, 'utf8')).toBe('email\nt@example.com\n')
    expect(existsSync(path.join(cwd, 'nowhere'))).toBe(false)
  })

  it.each([
    ['grows', (file: string) => appendFileSync(file, 'late,late@example.com\n')],
    ['shrinks', (file: string) => truncateSync(file, 100)],
    ['is another one', (file: string) => writeFileSync(file, 'id,email\nu,u@example.com\n')],
  ])('%s while it is read', async (_, change) => {
    const here = await importing()
    const rows = Array.from({ length: 300 }, (_, at) => `${at},p${at}@example.com`)
    const file = here.write('people.csv', ['id,email', ...rows].join('\n'))
    const report = path.join(here.cwd, 'report')
    const running = here.run(file, '--from', 'csv', '--batch', '1', '--report', 'report')
    await vi.waitUntil(() => existsSync(report) && readFileSync(report, 'utf8').includes('p5@'), { interval: 2, timeout: 20_000 })
    change(file)
    expect(await running).toMatchObject({ code: 1, err: expect.stringContaining('has changed while it was read') })
  })
})

describe('a database that means no good', () => {
  const TABLES = `CREATE TABLE "account" ("id" TEXT PRIMARY KEY, "userId" TEXT, "providerId" TEXT, "accountId" TEXT, "password" TEXT);`
  const USERS = `CREATE TABLE "user" ("id", "email" TEXT, "name" TEXT, "createdAt", "twice" AS (hex(zeroblob(100000))));`
  const bytesOf = (sql: string): Buffer => {
    const file = path.join(service().cwd, `database-${files++}`)
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
    return readFileSync(file)
  }

  it('has triggers, numbers beyond ours, and more bytes and rows than a person needs', async () => {
    const { code, told } = await imported(
      'better-auth',
      bytesOf(`${TABLES}${USERS}
        CREATE TRIGGER "t" AFTER INSERT ON "user" BEGIN DELETE FROM "user"; END;
        DROP TRIGGER "t";
        INSERT INTO "user" VALUES ('a', 'a1@example.com', zeroblob(20000000), 9223372036854775807), (9007199254740993, 'a2@example.com', 'B', -1),
          ('c', 'a3@example.com', hex(zeroblob(5000000)), 1), ('d', 'a4@example.com', 'D', 1e308), (NULL, 'a5@example.com', 'E', 1), (x'00ff', 'a6@example.com', 'F', 1);
        WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 20000)
          INSERT INTO "account" SELECT 'x' || n, 'd', 'corp', n, NULL FROM many`),
    )
    expect(code).toBe(3)
    expect(told.toSorted()).toEqual(
      [
        ' not_a_person',
        ' not_a_person',
        '9007199254740993 created',
        'a created',
        '? record_too_large',
        '? record_too_large',
      ].toSorted(),
    )
  })

  it('has a view for a table, none of its tables, pages of noise, or a program that writes it', async () => {
    const view = `${TABLES}CREATE VIEW "user" AS WITH RECURSIVE e(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM e) SELECT id, id || '@example.com' AS email FROM e`
    const noise = bytesOf(`${TABLES}${USERS}`).fill(7, 100)
    for (const [from, content, said] of [
      ['better-auth', bytesOf(view), 'There is no table "user"'],
      ['pocketbase', bytesOf(TABLES), 'There is no table "_collections"'],
      ['better-auth', noise, 'cannot be read'],
      ['csv', bytesOf(TABLES), 'is a SQLite database'],
    ] as const)
      expect(await imported(from, content)).toMatchObject({ code: 1, err: expect.stringContaining(said) })
    const { cwd, run } = service()
    writeFileSync(path.join(cwd, 'busy.db'), bytesOf(`${TABLES}${USERS}`))
    writeFileSync(path.join(cwd, 'busy.db-wal'), 'what was written last')
    expect(await run('busy.db', '--from', 'better-auth')).toMatchObject({ code: 1, err: expect.stringContaining('VACUUM INTO') })
  })
})
