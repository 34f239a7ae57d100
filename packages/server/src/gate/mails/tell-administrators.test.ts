import { describe, expect, it } from 'vitest'
import { administered, ROOT, signedInAsAdmin } from '../../../test/support/administered.ts'
import { PASSWORD } from '../../../test/support/world.ts'

const EVE = 'eve@example.com'

/** Three administrators, one of whom is banned. */
async function several(env: Record<string, string> = {}) {
  const here = await administered(env)
  await signedInAsAdmin(here, EVE)
  await signedInAsAdmin(here, 'mallory@example.com')
  await here.sql(`UPDATE accounts SET banned_at = 1 WHERE email = 'mallory@example.com'`)
  await here.sql(`UPDATE accounts SET language = 'de' WHERE email = ?`, [EVE])
  const counts = () => [ROOT, EVE, 'mallory@example.com', 'ada@example.com'].map((email) => here.mail.countTo(email))
  const newest = async (email: string, before: number) => (await here.mail.newest(email, before + 1)).text ?? ''
  return { ...here, counts, newest }
}

describe.each(['true', 'false'])('with SECURITY_NOTICES=%s every administrator who can sign in is told', (notices) => {
  it('of a new key: its name, what it opens and who made it', async () => {
    const { root, counts, newest, mail } = await several({ SECURITY_NOTICES: notices })
    const [ofRoot = 0, ofEve = 0, ofMallory = 0, ofAda = 0] = counts()
    const { body } = await root.post('/admin/keys', { name: 'billing', scopes: ['users:read', 'audit:read'] })
    for (const [email, before] of [
      [ROOT, ofRoot],
      [EVE, ofEve],
    ] as const) {
      const text = await newest(email, before)
      for (const part of ['billing', 'users:read, audit:read', ROOT, '/console/keys']) expect(text).toContain(part)
      expect(text).not.toContain(body.key)
    }
    expect((await mail.newest(EVE)).subject).toContain('Schlüssel')
    expect(counts()).toEqual([ofRoot + 1, ofEve + 1, ofMallory, ofAda])
  })

  it('of a new administrator, promoted or made', async () => {
    const { root, adaId, counts, newest } = await several({ SECURITY_NOTICES: notices })
    const [ofRoot = 0, ofEve = 0] = counts()
    await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'admin' })
    expect(await newest(EVE, ofEve)).toContain('ada@example.com')
    expect(await newest(ROOT, ofRoot)).toContain(ROOT)
    await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'admin' })
    const grace = { email: 'grace@example.com', name: 'Grace', password: PASSWORD, role: 'admin' }
    await root.post('/admin/users', grace)
    expect(await newest(EVE, ofEve + 1)).toContain('grace@example.com')
    await root.post('/admin/users', { ...grace, email: 'user@example.com', role: 'user' })
    await root.send('PATCH', `/admin/users/${adaId}/role`, { role: 'user' })
    expect(counts().slice(0, 2)).toEqual([ofRoot + 2, ofEve + 2])
  })
})

describe('a name that a mail program would turn into a link', () => {
  it('is left out', async () => {
    const { root, counts, newest } = await several()
    const [ofRoot = 0] = counts()
    await root.post('/admin/keys', { name: 'evil.example', scopes: ['users:read'] })
    expect(await newest(ROOT, ofRoot)).not.toContain('evil')
  })
})

describe('where there are very many administrators', () => {
  it('a hundred of them are told', async () => {
    const { root, sql, mail } = await administered()
    mail.treat('hangs at the greeting')
    for (let at = 0; at < 130; at++)
      await sql(
        `INSERT INTO accounts (id, email, name, role, credential_version, created_at, updated_at, words_of) VALUES (?, ?, 'A', 'admin', 1, 1, 1, '')`,
        [`00000000-0000-7000-8000-${String(at).padStart(12, '0')}`, `admin${at}@example.com`],
      )
    await root.post('/admin/keys', { name: 'billing', scopes: ['users:read'] })
    expect(await sql(`SELECT CAST(COUNT(*) AS INTEGER) AS mails FROM outbox WHERE kind = 'key-created'`)).toEqual([
      { mails: 100 },
    ])
  })
})
