import { describe, expect, it } from 'vitest'
import { ID, migratedShell } from '../../../../test/support/shell.ts'

describe('latchkey keys create', () => {
  it.each([
    ['with commas', ['--scope', 'audit:read, users:read']],
    ['repeated', ['--scope', 'audit:read', '--scope', 'users:read']],
    ['both ways, and twice', ['--scope', 'users:read,audit:read', '--scope', 'audit:read']],
  ])('takes several scopes, %s', async (_, scopes) => {
    const { latchkey, sql } = await migratedShell()
    const { code, out, err } = await latchkey('keys', 'create', '--name', 'billing', ...scopes)
    expect([code, out]).toEqual([0, expect.stringMatching(/^\S{20,}$/)])
    expect(err).toMatch(new RegExp(`^The key billing \\(${ID}\\) may do users:read, audit:read\\. It is shown this once:$`))
    const [{ id, name, scopes: kept }] = JSON.parse((await latchkey('keys', 'list', '--json')).out)
    expect([name, kept]).toEqual(['billing', ['users:read', 'audit:read']])
    expect(JSON.stringify(await sql(`SELECT * FROM api_keys`))).not.toContain(out)
    expect((await latchkey('keys', 'revoke', id)).code).toBe(0)
    expect((await latchkey('keys', 'revoke', id)).code).toBe(1)
  })

  it.each([
    [
      'one that is none',
      ['--name', 'billing', '--scope', 'users:read,users:raed'],
      '--scope users:raed: there is none of this name. Did you mean users:read?',
    ],
    ['none', ['--name', 'billing'], '--scope must be one of data:read'],
    ['an empty one', ['--name', 'billing', '--scope', 'users:read,'], '--scope : there is none of this name.'],
    ['a key without a name', ['--scope', 'users:read'], '--name must be given'],
  ])('refuses %s', async (_, args, message) => {
    const { latchkey, sql } = await migratedShell()
    const { code, err } = await latchkey('keys', 'create', ...args)
    expect([code, err]).toEqual([2, expect.stringContaining(message)])
    expect(await sql(`SELECT id FROM api_keys`)).toEqual([])
  })
})
