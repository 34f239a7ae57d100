import { describe, expect, it } from 'vitest'
import { migratedShell } from '../../../../test/support/shell.ts'

const CLIENT = `INSERT INTO oidc_clients (id, name, kind, redirect_uris, post_logout_uris, is_first_party, wants_pkce, has_sent_challenge, may_stay,
  has_device_flow, scopes, audiences, demands, is_pairwise, algorithm, created_at, updated_at)
  VALUES ('wiki', 'Wiki', 'web', '[]', '[]', 1, 1, 0, 0, 0, '[]', '[]', '{}', 0, 'RS256', 1, 1)`

describe('latchkey oidc keys', () => {
  it('lists none, and rotates none, before there is an application', async () => {
    const { latchkey } = await migratedShell()
    expect((await latchkey('oidc', 'keys', 'list')).out).toBe('')
    expect(await latchkey('oidc', 'keys', 'rotate')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no application yet, and so no key.'),
    })
  })

  it('lists and rotates them, later or at once', async () => {
    const { latchkey, sql } = await migratedShell()
    await sql(CLIENT)
    expect((await latchkey('oidc', 'keys', 'rotate')).out).toContain('sign from tomorrow on')
    expect((await latchkey('oidc', 'keys', 'rotate')).out).toContain('Nothing was changed.')
    const { out } = await latchkey('oidc', 'keys', 'list')
    expect(out.split('\n')).toHaveLength(4)
    expect(out).toMatch(/^[\w-]{43} {2}(?:RS|ES)256 {2}published {2}\(signs from \S+\)$/m)
    expect((await latchkey('oidc', 'keys', 'rotate', '--now')).out).toContain('New keys sign from now on.')
    const listed = JSON.parse((await latchkey('oidc', 'keys', 'list', '--json')).out)
    expect(listed.map(({ state }: { state: string }) => state)).toEqual(['signing', 'signing'])
    expect(out).not.toContain(listed[0].kid)
  })
})
