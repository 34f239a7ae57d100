import { describe, expect, it } from 'vitest'
import { ada, ID, migratedShell, PASSWORD } from '../../../../test/support/shell.ts'
import { argon2Hasher } from '../../../gate/passwords/argon2-hasher.ts'

describe('latchkey users create', () => {
  it('creates an account with the password of a file, without its line end', async () => {
    const { latchkey, file, sql } = await migratedShell()
    const { code, out, err } = await latchkey('users', 'create', ...ada, '--password-file', file('password', `${PASSWORD}\n`))
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^Created ada@example\\.com \\(${ID}\\)\\.$`))

    const [account] = await sql('SELECT email, name, role, verified_at, password_hash FROM accounts')
    expect(account).toMatchObject({ email: 'ada@example.com', name: 'Ada', role: 'user', verified_at: null })
    const hash = String(account?.['password_hash'])
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await argon2Hasher.verify(hash, PASSWORD)).toBe(true)
  })

  it('creates an account without a password, unverified unless asked', async () => {
    const { latchkey, sql } = await migratedShell()
    await latchkey('users', 'create', ...ada, '--no-password')
    await latchkey('users', 'create', '--email', 'eve@example.com', '--name', 'Eve', '--no-password', '--verified')
    expect(await sql('SELECT email, password_hash, verified_at FROM accounts ORDER BY email')).toEqual([
      { email: 'ada@example.com', password_hash: null, verified_at: null },
      { email: 'eve@example.com', password_hash: null, verified_at: expect.any(Number) },
    ])
  })

  it('stores address and name in their canonical form', async () => {
    const { latchkey, sql } = await migratedShell()
    await latchkey('users', 'create', '--email', ' Ada@EXAMPLE.com ', '--name', '  Ada  ', '--no-password')
    expect(await sql('SELECT email, name FROM accounts')).toEqual([{ email: 'ada@example.com', name: 'Ada' }])
  })

  it('prints JSON when asked', async () => {
    const { latchkey } = await migratedShell()
    const { code, out } = await latchkey('users', 'create', ...ada, '--no-password', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({ id: expect.stringMatching(new RegExp(`^${ID}$`)), email: 'ada@example.com' })
  })

  it('writes the audit trail with the account', async () => {
    const { latchkey, sql } = await migratedShell()
    const { id } = JSON.parse((await latchkey('users', 'create', ...ada, '--no-password', '--json')).out)
    expect(await sql('SELECT type, success, actor_id, target_user_id, user_agent FROM audit_events')).toEqual([
      { type: 'user.registered', success: 1, actor_id: null, target_user_id: id, user_agent: 'latchkey command line' },
    ])
  })

  it('refuses an address that is taken, in whatever letter case', async () => {
    const { latchkey, sql } = await migratedShell()
    await latchkey('users', 'create', ...ada, '--no-password')
    expect(await latchkey('users', 'create', '--email', 'ADA@example.com', '--name', 'Eve', '--no-password')).toEqual({
      code: 1,
      out: '',
      err: 'An account with this email address already exists.',
    })
    expect(await sql('SELECT name FROM accounts')).toEqual([{ name: 'Ada' }])
    expect(await sql('SELECT id FROM audit_events')).toHaveLength(1)
  })

  it.each([
    ['an invalid address', ['--email', 'ada@localhost', '--name', 'Ada'], 'This is not a valid email address.'],
    ['an empty address', ['--email', '', '--name', 'Ada'], 'This is not a valid email address.'],
    ['a blank name', ['--email', 'ada@example.com', '--name', ' '], 'The name must have 1 to 200 visible characters.'],
  ])('refuses %s', async (_, flags, message) => {
    expect(await (await migratedShell()).latchkey('users', 'create', ...flags, '--no-password')).toEqual({
      code: 1,
      out: '',
      err: message,
    })
  })

  it('refuses a weak password and says what it lacks', async () => {
    const { latchkey, file } = await migratedShell()
    const { code, err } = await latchkey('users', 'create', ...ada, '--password-file', file('password', 'abc\n'))
    expect([code, err]).toEqual([1, 'The password needs at least 8 characters and a digit.'])
  })

  it.each([
    ['that many people use', 'Password1', 'many people use it.'],
    ['made of the address', 'ada@example.com1', 'it is made of the name, the email address or the name of this service.'],
  ])('refuses one %s, unless that is switched off', async (_, password, reason) => {
    const create = ({ latchkey, file }: Awaited<ReturnType<typeof migratedShell>>) =>
      latchkey('users', 'create', ...ada, '--password-file', file('password', password))
    const { code, err } = await create(await migratedShell())
    expect([code, err]).toEqual([1, `The password is too easy to guess: ${reason}`])
    expect((await create(await migratedShell({ PASSWORD_REJECT_COMMON: 'false' }))).code).toBe(0)
  })

  it('refuses a password file that cannot be read', async () => {
    const { code, err } = await (await migratedShell()).latchkey(
      'users',
      'create',
      ...ada,
      '--password-file',
      '/nowhere/password',
    )
    expect([code, err]).toEqual([1, '--password-file: cannot read /nowhere/password'])
  })

  it.each([
    ['--email', ['--name', 'Ada', '--no-password']],
    ['--name', ['--email', 'ada@example.com', '--no-password']],
    ['--password-file', [...ada]],
  ])('exits with 2 when %s is missing and nobody can be asked', async (flag, flags) => {
    const { code, out, err } = await (await migratedShell()).latchkey('users', 'create', ...flags)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(new RegExp(`^${flag} is missing\n\nUsage: latchkey users create`))
  })

  it('exits with 2 for a password and none at once', async () => {
    const { latchkey, file } = await migratedShell()
    const { code, err } = await latchkey(
      'users',
      'create',
      ...ada,
      '--no-password',
      '--password-file',
      file('password', PASSWORD),
    )
    expect(code).toBe(2)
    expect(err).toMatch(/^--no-password and --password-file exclude each other\n/)
  })
})
