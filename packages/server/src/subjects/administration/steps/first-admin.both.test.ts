import { describe, expect, it } from 'vitest'
import { problems, production } from '../../../../test/support/config-problems.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const env = { ADMIN_EMAIL: 'Root@Example.com', ADMIN_PASSWORD: PASSWORD }

const everybody = `SELECT email, role FROM accounts ORDER BY email`
const root = { email: 'root@example.com', role: 'admin' }

describe('ADMIN_EMAIL with ADMIN_PASSWORD', () => {
  it('makes the first administrator, once, and leaves no trace of the password', async () => {
    const { database, sql, browser, logged, auditTypes } = await world({ env })
    expect(await sql(everybody)).toEqual([root])
    const { status } = await browser().post('/auth/login', { email: 'root@example.com', password: PASSWORD })
    expect(status).toBe(200)
    await world({ env: { ...env, ADMIN_EMAIL: 'another@example.com' }, databaseUrl: database.url })
    expect(await sql(everybody)).toEqual([root])
    expect((await auditTypes()).filter((type) => type === 'user.registered')).toHaveLength(1)
    expect(logged()).toContain('the first administrator')
    expect(logged()).not.toContain(PASSWORD)
  })

  it('makes one although several processes start at once', async () => {
    const { database, sql } = await world()
    const starts = [1, 2, 3].map((n) =>
      world({ env: { ...env, ADMIN_EMAIL: `root${n}@example.com` }, databaseUrl: database.url }),
    )
    await Promise.all(starts)
    expect(await sql(`SELECT role FROM accounts`)).toEqual([{ role: 'admin' }])
  })

  it('changes no account that is there, and says what can be done', async () => {
    const { database, sql, signedUp } = await world()
    await signedUp('root@example.com')
    const [before] = await sql(`SELECT * FROM accounts`)
    const { logged } = await world({ env: { ...env, ADMIN_PASSWORD: 'another horse 2' }, databaseUrl: database.url })
    expect(await sql(`SELECT * FROM accounts`)).toEqual([before])
    expect(logged()).toContain('latchkey users promote')
  })

  it('stops the start for a password that the rules refuse', async () => {
    await expect(world({ env: { ...env, ADMIN_PASSWORD: 'abcdefgh' } })).rejects.toThrow(
      'ADMIN_PASSWORD: The password needs a digit.',
    )
  })

  it('are given together, and where there are passwords', () => {
    const { ADMIN_EMAIL, ADMIN_PASSWORD } = env
    expect(problems({ ...production, ADMIN_EMAIL })).toEqual(['ADMIN_EMAIL: needs ADMIN_PASSWORD to be set'])
    expect(problems({ ...production, ADMIN_PASSWORD })).toEqual(['ADMIN_PASSWORD: needs ADMIN_EMAIL to be set'])
    expect(problems({ ...production, ADMIN_EMAIL: 'root', ADMIN_PASSWORD })).toEqual(['ADMIN_EMAIL: must be an email address'])
    expect(problems({ ...production, ...env, ENABLE_EMAIL_PASSWORD: 'false', EMAIL_SIGN_IN: 'existing' })).toEqual([
      'ADMIN_EMAIL: there are no passwords here, so `latchkey users promote` makes administrators',
    ])
  })
})
