import { describe, expect, it } from 'vitest'
import { ada, ID, migratedShell, PASSWORD } from '../../../../test/support/shell.ts'

describe('latchkey admin create', () => {
  it('creates a verified administrator', async () => {
    const { latchkey, file } = await migratedShell()
    const { code, out, err } = await latchkey('admin', 'create', ...ada, '--password-file', file('password', PASSWORD))
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(
      new RegExp(`^Created administrator ada@example\\.com \\(${ID}\\)\\. The console: http://localhost:3000/console$`),
    )
    expect((await latchkey('users', 'list')).out).toMatch(/ada@example\.com {2}Ada {2}\(admin, verified\)$/)
  })

  it('refuses a weak password', async () => {
    const { latchkey, file, sql } = await migratedShell()
    const { code, err } = await latchkey('admin', 'create', ...ada, '--password-file', file('password', 'abcdefgh'))
    expect([code, err]).toEqual([1, 'The password needs a digit.'])
    expect(await sql('SELECT id FROM accounts')).toEqual([])
  })

  it('tells how an account that is there becomes one', async () => {
    const { latchkey } = await migratedShell()
    await latchkey('users', 'create', ...ada, '--no-password')
    const { code, err } = await latchkey('admin', 'create', '--email', 'ADA@example.com')
    expect([code, err]).toEqual([
      1,
      'An account with this email address already exists. `latchkey users promote ada@example.com` makes it an administrator.',
    ])
  })

  it('says of an administrator that it is one', async () => {
    const { latchkey, file } = await migratedShell()
    const create = () => latchkey('admin', 'create', ...ada, '--password-file', file('password', PASSWORD))
    await create()
    expect(await create()).toEqual({ code: 1, out: '', err: 'ada@example.com is an administrator already.' })
  })

  it('always asks for a password', async () => {
    const { latchkey } = await migratedShell()
    expect((await latchkey('admin', 'create', ...ada)).code).toBe(2)
    expect((await latchkey('admin', 'create', ...ada, '--no-password')).code).toBe(2)
  })

  it('makes none, where there are no passwords, who could show nothing but the mailbox', async () => {
    const settings = { EMAIL_SIGN_IN: 'existing', ENABLE_EMAIL_PASSWORD: 'false' }
    const { latchkey, sql, env } = await migratedShell(settings)
    const refused = { code: 1, err: expect.stringMatching(/^There are no passwords here.* Sign in as ada@example\.com first/) }
    expect(await latchkey('admin', 'create', ...ada)).toMatchObject(refused)
    await latchkey('users', 'create', ...ada)
    expect(await latchkey('users', 'promote', 'ada@example.com')).toMatchObject(refused)
    expect(await sql('SELECT role FROM accounts')).toEqual([{ role: 'user' }])
    await sql('UPDATE accounts SET totp_at = 1')
    expect((await latchkey('users', 'promote', 'ada@example.com')).code).toBe(0)
    Object.assign(env, { DISABLE_ADMIN_TWO_FACTOR: 'true' })
    expect((await latchkey('admin', 'create', '--email', 'root@example.com', '--name', 'Root')).code).toBe(0)
  })
})
