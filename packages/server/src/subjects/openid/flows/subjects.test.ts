import { describe, expect, it } from 'vitest'
import { administered } from '../../../../test/support/administered.ts'
import { clientOf, grantTo, WEB } from '../../../../test/support/clients.ts'
import { shared } from '../../../../test/support/shared.ts'

describe('isPairwise', () => {
  const here = shared(() => administered())
  const refusal = (text: string) => ({ status: 400, body: { error: 'invalid_input', message: expect.stringContaining(text) } })
  const change = (id: string, body: object) => here().root.send('PATCH', `/admin/clients/${id}`, body)

  it('is for applications that ask people', async () => {
    expect(await here().root.post('/admin/clients', { ...WEB, isPairwise: true })).toMatchObject(refusal('isPairwise'))
    const own = await clientOf(here().root)
    expect(await change(own.id, { isPairwise: true })).toMatchObject(refusal('isFirstParty has to be false'))
    expect((await change(own.id, { isPairwise: true, isFirstParty: false })).status).toBe(200)
    expect(await change(own.id, { isFirstParty: true })).toMatchObject(refusal('isFirstParty has to be false'))
  })

  it('keeps nobody from changing something else of one of the house that had it before', async () => {
    const { id } = await clientOf(here().root)
    await here().sql(`UPDATE oidc_clients SET is_pairwise = 1 WHERE id = ?`, [id])
    expect((await change(id, { name: 'Graphs', isPairwise: true, isFirstParty: true })).status).toBe(200)
  })

  it('stays as it is once somebody was let in, or has allowed the application to know them', async () => {
    const { root, sql, clock } = here()
    const ada = (await root.get('/auth/me')).body.id
    const granted = await clientOf(root, { isFirstParty: false, isPairwise: true })
    const consented = await clientOf(root, { isFirstParty: false })
    await grantTo(here(), ada, granted.id)
    await sql(`INSERT INTO oidc_consents (id, account_id, client_id, scopes, given_at) VALUES ('c', ?, ?, '[]', ?)`, [
      ...[ada, consented.id],
      clock.now(),
    ])
    expect(await change(granted.id, { isPairwise: false })).toMatchObject(refusal('people have signed in'))
    expect(await change(consented.id, { isPairwise: true })).toMatchObject(refusal('people have signed in'))
    expect((await change(granted.id, { isPairwise: true, name: 'Other' })).status).toBe(200)
    const { body } = await root.get(`/admin/clients/${granted.id}`)
    expect(body).toMatchObject({ isPairwise: true, name: 'Other' })
  })
})
