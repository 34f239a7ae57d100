import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { csvOf, importing } from '../../../../test/support/importing.ts'
import { RIVALS, rivalFiles } from '../../../../test/support/rival-files.ts'
import { PASSWORD, type World, world } from '../../../../test/support/world.ts'

const HOUR_MS = 3_600_000
const OLD = 'the secret of last year, 32 bytes and more'
const NEW = 'the secret of this year, 32 bytes and more'

const hmacOf = (key: string) => createHmac('sha256', key).update(PASSWORD).digest('hex')
const rival = (name: string) => {
  const found = rivalFiles.find((one) => one.name === name)
  const textOf = (file = '') => readFileSync(path.join(RIVALS, file), 'utf8')
  return { file: textOf(name), config: textOf(found?.config), password: found?.password ?? '' }
}

const KEYED = [
  ['devise', 'a pepper', { ...rival('devise.ndjson'), email: 'ada@example.com', secret: 'the pepper' }],
  ['firebase', 'a signer key', { ...rival('firebase.json'), email: 'ada@example.com', secret: 'jxspr8Ki0RYycVU8' }],
  [
    'csv',
    'an HMAC key',
    {
      file: csvOf({ email: 'ada@example.com', password_scheme: 'hmac-sha256', password_hash: hmacOf('the key of old') }),
      ...{ config: '{"hmacKey":"the key of old"}', password: PASSWORD, email: 'ada@example.com', secret: 'the key of old' },
    },
  ],
] as const

/** What signs in with the password, and is refused with another. */
const signIn = async ({ browser }: World, email: string, password: string) => [
  (await browser().post('/auth/login', { email, password: `${password}!` })).status,
  (await browser().post('/auth/login', { email, password })).status,
]

describe.each(KEYED)('%s, whose hashes need %s', (from, _, { file, config, password, email, secret }) => {
  it('opens accounts after the secret was replaced, is sealed, and goes with the last of them', async () => {
    const here = await world({ env: { SECRET: OLD } })
    const { write, run, sql, cwd } = await importing({ SECRET: OLD }, here)
    const args = [write('people', file), '--from', from] as const
    // A hash of bcrypt does not tell that there is a pepper.
    if (from !== 'devise') expect((await run(...args, '--dry-run')).out).toContain('hash_key_missing')
    const keyed = ['--hash-config', write('config', config)]
    expect((await run(...args, ...keyed, '--dry-run')).out).not.toContain('hash_key_missing')
    expect(await sql('SELECT id FROM hash_keys')).toEqual([])
    expect((await run(...args, ...keyed, '--report', 'report')).code).toBeOneOf([0, 3])
    const kept = JSON.stringify([await sql('SELECT * FROM hash_keys'), await sql('SELECT password_hash FROM accounts')])
    for (const text of [kept, readFileSync(path.join(cwd, 'report'), 'utf8')])
      for (const form of [secret, Buffer.from(secret).toString('base64').slice(0, 8)]) expect(text).not.toContain(form)
    expect(await sql('SELECT id FROM hash_keys')).toHaveLength(1)

    for (const env of [{ SECRET: NEW, PREVIOUS_SECRET: OLD }, { SECRET: NEW }]) {
      const later = await world({ databaseUrl: here.database.url, env })
      expect(await signIn(later, email, password)).toEqual([401, 200])
      expect(await sql('SELECT password_hash FROM accounts WHERE email = ?', [email])).toEqual([
        { password_hash: expect.stringMatching(/^\$argon2id\$/) },
      ])
      await sql(`UPDATE accounts SET password_hash = NULL WHERE password_hash LIKE '$lk1$%'`)
      later.clock.advance(2 * HOUR_MS)
      await later.purge.run()
      expect(await sql('SELECT id FROM hash_keys')).toEqual([])
    }
  })
})

describe('hashes of which each has a key of its own', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const person = (id: string, key: string) =>
    JSON.stringify({
      ...{ id, traits: { email: `${id}@example.com` } },
      credentials: { password: { config: { hashed_password: `$hmac-sha256$${base64(hmacOf(key))}$${base64(key)}` } } },
    })

  it('bring no more keys with a batch than it needs, and all of them leave with an export', async () => {
    const service = await importing()
    const keys = Array.from({ length: 51 }, (_, at) => `${at} ${'k'.repeat(1000)}`)
    const people = [...keys, 'k'.repeat(1025)].map((key, at) => person(`p${at}`, key))
    const args = [service.write('people', people.join('\n')), '--from', 'kratos', '--batch', '17', '--report', 'report'] as const
    expect((await service.run(...args)).code).toBe(3)
    expect(service.report().flatMap(({ sourceId, reason }) => (reason ? [`${sourceId} ${reason}`] : []))).toEqual([
      'p51 hash_out_of_bounds',
    ])
    const kept = await service.sql(`SELECT kept_at, COUNT(*) AS total FROM hash_keys GROUP BY kept_at ORDER BY kept_at`)
    expect(kept.map(({ total }) => total)).toEqual([17, 17, 17])

    const next = await world()
    expect((await service.latchkey('users', 'export', 'all', '--with-hashes')).code).toBe(0)
    const there = await importing({}, next)
    const all = there.write('all', readFileSync(path.join(service.cwd, 'all'), 'utf8'))
    expect(await there.run(all, '--from', 'latchkey')).toMatchObject({ code: 0, err: '' })
    for (const email of ['p0@example.com', 'p50@example.com']) expect(await signIn(next, email, PASSWORD)).toEqual([401, 200])
  })
})

describe('hashes that passlib 1.7.4 has made', () => {
  const HASHES = {
    'pbkdf2-sha256': '$pbkdf2-sha256$10000$LIWQspZSKqWUEiKktNY6Bw$CajvRlkzQG5CQUAH1N54YJ3t3f6tTkGL6Mn8dfQuUVE',
    'pbkdf2-sha512':
      '$pbkdf2-sha512$10000$lxICwBjDWAshhNCac47xHg$em9DMhxp4j/jlYNN3r3cD6UAYZkBhprVbHZRXCR./yBSoPVbyfrrafvdYwZ0Q/wR7AoQsuk2Lh4OCWdGIlzjhw',
    pbkdf2: '$pbkdf2$10000$VcrZW2ttrTWGUAoBwPjfew$ipLG25tBV/C6VGQSxFojidiqRX0',
    scrypt: '$scrypt$ln=10,r=8,p=1$jvGec+7dm7NWytl7D+F87w$laDuFdtReoCLZmzm9Mh+yOCBdyi0W24OM/W+2Ttx2ug',
    sha256: '$5$rounds=1000$pPR0kSOfXdjnxaRx$utI0/yh3A4C6Xaa0rD3N3/cobHWplelnm3thv706BvB',
    sha512:
      '$6$rounds=1000$TiH2dmyIXDljzmXs$p4PEPI.uwMLx8heBRcxuxJG2XDwlVf169F6FZ8pQxokzcTUm22CWbpV0yXrtcG9UfVn/uuHqC4rdvL4Ycyc9k.',
    'bcrypt-sha256': '$bcrypt-sha256$2b,8$Y938gF9oSu31cbotFPFpcO$QS08LG8Uiog5kwdHB6YFHVYHb.1ZO.O',
    bcrypt: '$2b$08$FKlpHriC2M3ZAfjfrLk.hu6bcRdJm/alhNkKR9bGBGqy0RVrcp1vS',
    phpass: '$P$5tr1IV7.2TLh28TkAChhMSO9WeSE.K0',
    'bcrypt-sha256-2': '$bcrypt-sha256$v=2,t=2b,r=8$.9.2fzFJfQQu32sNH9q1We$vs5YrSJctIZvEf0tq5Irwqx4bbxrDM.',
    'scrypt-huge': '$scrypt$ln=31,r=8,p=1$jvGec+7dm7NWytl7D+F87w$laDuFdtReoCLZmzm9Mh+yOCBdyi0W24OM/W+2Ttx2ug',
  }

  it('come by CSV, and open their accounts, but for one that costs too much', async () => {
    const here = await world()
    const { write, run, report } = await importing({}, here)
    const rows = Object.entries(HASHES).map(([name, password_hash]) => ({
      ...{ id: name, email: `${name}@example.com`, password_scheme: 'passlib', password_hash },
    }))
    expect((await run(write('people.csv', csvOf(...rows)), '--from', 'csv', '--report', 'report')).code).toBe(3)
    expect(report().flatMap(({ sourceId, reason }) => (reason ? [[sourceId, reason]] : []))).toEqual([
      ['scrypt-huge', 'hash_out_of_bounds'],
    ])
    for (const { email, sourceId } of report().filter(({ outcome }) => outcome === 'created'))
      expect([sourceId, await signIn(here, email ?? '', PASSWORD)]).toEqual([sourceId, [401, 200]])
  })
})

it('keys are for formats that have a use for them', async () => {
  const { write, run } = await importing()
  const file = write('people.csv', 'email\nada@example.com\n')
  for (const [from, config, said] of [
    ['django', 'a key', 'need no keys'],
    ['csv', '{"key":"a key"}', 'no "pepper" and no "hmacKey"'],
    ['csv', 'a key', 'the file holds JSON'],
    ['firebase', 'hash_config {\n algorithm: BCRYPT\n}', 'not SCRYPT'],
  ] as const) {
    const ended = await run(file, '--from', from, '--hash-config', write('config', config))
    expect([from, ended.code, ended.err]).toEqual([from, 2, expect.stringContaining(said)])
  }
})
