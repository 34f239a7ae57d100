import { describe, expect, it } from 'vitest'
import { atConsole } from '../../../../test/support/at-console.ts'

describe('/console/keys', () => {
  it('makes a key, shows it once, and lists it', async () => {
    const { visitor, app } = await atConsole()
    expect((await visitor.open('/console/keys')).text).toContain('There are no keys.')
    const made = await visitor.submit('create', { name: 'billing', 'users-read': 'on' })
    const [key = ''] = /lk_[\w-]{43}/.exec(made.text) ?? []
    expect([made.status, key]).toEqual([200, expect.stringMatching(/^lk_/)])
    const reply = await app.inject({ url: '/admin/users', headers: { authorization: `Bearer ${key}` } })
    expect(reply.statusCode).toBe(200)
    const again = await visitor.open('/console/keys')
    expect(again.text).toContain('billing')
    expect(again.textsOf('<label class="check"[^>]*>(.*?)</label>')).toContain('See accounts and their sessions users:read')
    expect(again.section('all').text).toContain('See accounts and their sessions users:read')
    expect(again.html).not.toContain(key)
  })

  it('says what is missing, and keeps what was typed', async () => {
    const { visitor, sql } = await atConsole()
    await visitor.open('/console/keys')
    const nameless = await visitor.submit('create', { 'users-read': 'on' })
    expect([nameless.status, nameless.html.includes('aria-invalid="true"')]).toEqual([400, true])
    expect(nameless.html).toMatch(/name="users-read"[^>]*checked/)
    await visitor.open('/console/keys')
    const idle = await visitor.submit('create', { name: 'billing' })
    expect([idle.status, idle.text.includes('Choose at least one thing')]).toEqual([400, true])
    expect(await sql(`SELECT id FROM api_keys`)).toEqual([])
  })

  it('revokes a key', async () => {
    const { visitor, sql } = await atConsole()
    await visitor.open('/console/keys')
    await visitor.submit('create', { name: 'billing', 'users-read': 'on' })
    const page = await visitor.submit('revoke')
    expect([page.path, page.notice]).toEqual(['/console/keys', 'The key was revoked.'])
    expect(page.text).toContain('Revoked')
    expect(await sql(`SELECT id FROM api_keys WHERE revoked_at IS NULL`)).toEqual([])
  })
})
