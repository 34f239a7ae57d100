import { describe, expect, it } from 'vitest'
import { ada, ID, migratedShell, PASSWORD } from '../../../../test/support/shell.ts'

describe('latchkey admin create', () => {
  it('creates a verified administrator', async () => {
    const { latchkey, file } = await migratedShell()
    const { code, out, err } = await latchkey('admin', 'create', ...ada, '--password-file', file('password', PASSWORD))
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^Created administrator ada@example\\.com \\(${ID}\\)\\.$`))
    expect((await latchkey('users', 'list')).out).toMatch(/ada@example\.com {2}Ada {2}\(admin, verified\)$/)
  })

  it('refuses a weak password', async () => {
    const { latchkey, file, sql } = await migratedShell()
    const { code, err } = await latchkey('admin', 'create', ...ada, '--password-file', file('password', 'abcdefgh'))
    expect([code, err]).toEqual([1, 'The password needs a digit.'])
    expect(await sql('SELECT id FROM accounts')).toEqual([])
  })

  it('always asks for a password', async () => {
    const { latchkey } = await migratedShell()
    expect((await latchkey('admin', 'create', ...ada)).code).toBe(2)
    expect((await latchkey('admin', 'create', ...ada, '--no-password')).code).toBe(2)
  })
})
