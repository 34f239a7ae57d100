import { describe, expect, it } from 'vitest'
import { atConsole } from '../../../test/support/at-console.ts'
import { BCRYPT, giveForeign, hashOf } from '../../../test/support/foreign-accounts.ts'
import { migratedShell } from '../../../test/support/shell.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'

const DAY_MS = 86_400_000
const FOREIGN = '$lk1$20000$bcrypt$raw$c=12,l=31$AAAAAAAAAAAAAAAAAAAAAA$QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQQ'
const WRAPPED = '$lk1$20000$phpass$wordpress$i=13,l=22$AAAA$argon2id$v=19$m=64,t=1,p=1$AAAA$AAAA'

describe('IMPORTED_HASH_TTL', () => {
  const signIn = (here: Awaited<ReturnType<typeof world>>, email: string) =>
    here.browser().post('/auth/login', { email, password: PASSWORD })

  it('makes void what was never used for so long, in batches, and leads its owner to a new password', async () => {
    const here = await world({ withMail: true, env: { IMPORTED_HASH_TTL: '30d' } })
    const many = Array.from({ length: 51 }, (_, at) => `p${at}@example.com`)
    for (const email of many) {
      await here.signedUp(email)
      await giveForeign(here, email, BCRYPT)
    }
    expect((await signIn(here, 'p0@example.com')).status).toBe(200)
    here.clock.advance(30 * DAY_MS)
    await here.purge.run()
    expect(await hashOf(here, 'p1@example.com')).toMatch(/^\$lk1\$/)
    here.clock.advance(DAY_MS)
    await here.purge.run()
    expect(await hashOf(here, 'p0@example.com')).toMatch(/^\$argon2id\$/)
    expect(await here.sql(`SELECT id FROM accounts WHERE password_hash IS NULL`)).toHaveLength(50)
    expect(await here.sql(`SELECT id FROM audit_events WHERE type = 'password.expired'`)).toHaveLength(50)
    expect((await signIn(here, 'p1@example.com')).status).toBe(401)
    await here.browser().post('/auth/forgot-password', { email: 'p1@example.com' })
    const { code } = await here.mail.newest('p1@example.com')
    const reset = await here.browser().post('/auth/reset-password', { code, newPassword: 'another horse 2' })
    expect(reset.status).toBe(200)
  })

  it('is off unless it is set', async () => {
    const here = await world()
    await here.signedUp()
    await giveForeign(here, 'ada@example.com', BCRYPT)
    here.clock.advance(3650 * DAY_MS)
    await here.purge.run()
    expect(await hashOf(here)).toMatch(/^\$lk1\$/)
  })
})

describe('how many passwords are as another system hashed them', () => {
  it('stands in the console, while there are any', async () => {
    const here = await atConsole()
    const facts = async () => (await here.visitor.open('/console')).html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    expect(await facts()).not.toContain('Imported passwords')
    await here.sql(`UPDATE accounts SET password_hash = ? WHERE id = ?`, [FOREIGN, here.adaId])
    await here.purge.run()
    expect(await facts()).toContain('Imported passwords 1 not used yet')
  })

  it('is told by the command line and the doctor', async () => {
    const { latchkey, sql } = await migratedShell()
    for (const name of ['ada', 'bob', 'cy', 'dan']) {
      await latchkey('users', 'create', '--email', `${name}@example.com`, '--name', name, '--no-password')
    }
    expect((await latchkey('doctor')).out).not.toContain('imported passwords')
    for (const [name, hash] of [
      ['ada', FOREIGN],
      ['bob', FOREIGN],
      ['cy', WRAPPED],
    ] as const) {
      await sql(`UPDATE accounts SET password_hash = ? WHERE email = ?`, [hash, `${name}@example.com`])
    }
    const said = await latchkey('users', 'schemes')
    expect(said).toEqual({ code: 0, out: '2  bcrypt\n1  phpass in argon2id\n1  no password', err: '' })
    const { out } = await latchkey('users', 'schemes', '--json')
    expect(JSON.parse(out)).toEqual({ bcrypt: 2, 'phpass in argon2id': 1, 'no password': 1 })
    expect((await latchkey('doctor')).out).toContain(
      'imported passwords  3 as another system hashed them (bcrypt 2, phpass in argon2id 1); IMPORTED_HASH_TTL is off',
    )
  })
})
