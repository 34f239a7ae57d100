import { describe, expect, it } from 'vitest'
import { DAY, GUEST, invited } from '../../../../test/support/invited.ts'

const OTHER = 'other@example.com'

/** The guest's invite, and a younger one. */
async function invitedTwice() {
  const here = await invited()
  here.clock.advance(1000)
  await here.admin.post('/admin/invites', { email: OTHER })
  const emails = async (query: string): Promise<string[]> =>
    (await here.admin.get(`/admin/invites?${query}`)).body.invites.map(({ email }: { email: string }) => email)
  return { ...here, emails }
}

describe('GET /admin/invites', () => {
  it('lists invites, newest first, never their codes', async () => {
    const { admin, code, emails } = await invitedTwice()
    expect(await emails('')).toEqual([OTHER, GUEST])
    const { status, text, body } = await admin.get('/admin/invites?limit=1&offset=1')
    expect(status).toBe(200)
    expect(body).toMatchObject({ total: 2, limit: 1, offset: 1, invites: [{ email: GUEST, status: 'pending' }] })
    expect(text).not.toContain(code)
    expect(text).not.toMatch(/hash/i)
  })

  it('lists them by status', async () => {
    const { admin, inviteId, clock, emails, form, browser, mail } = await invitedTwice()
    expect(await emails('status=pending')).toEqual([OTHER, GUEST])
    await admin.delete(`/admin/invites/${inviteId}`)
    expect(await emails('status=revoked')).toEqual([GUEST])
    expect(await emails('status=pending')).toEqual([OTHER])
    await admin.post('/admin/invites', { email: 'third@example.com' })
    clock.advance(7 * DAY)
    expect(await emails('status=expired')).toEqual(['third@example.com', OTHER])
    expect(await emails('status=pending')).toEqual([])
    expect(await emails('status=revoked')).toEqual([GUEST])
    await admin.post('/admin/invites', { email: 'fourth@example.com' })
    const { code } = await mail.newest('fourth@example.com')
    expect(await emails('status=accepted')).toEqual([])
    await browser().post('/auth/invite/register', { ...form, code })
    expect(await emails('status=accepted')).toEqual(['fourth@example.com'])
    clock.advance(7 * DAY)
    expect(await emails('status=accepted')).toEqual(['fourth@example.com'])
  })

  it.each([
    ['search=GUE', [GUEST]],
    ['search=uest', []],
    ['search=%25', []],
    ['search=gues_', []],
    ['search=gue&status=revoked', []],
  ])('lists them by the beginning of the address, with ?%s', async (query, found) => {
    const { emails } = await invitedTwice()
    expect(await emails(query)).toEqual(found)
  })

  it('says when an invite was accepted', async () => {
    const { admin, browser, form, clock } = await invited()
    clock.advance(5000)
    await browser().post('/auth/invite/register', form)
    const [invite] = (await admin.get('/admin/invites')).body.invites
    expect(invite).toMatchObject({ status: 'accepted', acceptedAt: '2030-01-01T00:00:05.000Z' })
  })

  it.each(['status=open', 'limit=0', 'search=%00'])('answers invalid_input 400 to ?%s', async (query) => {
    const { admin } = await invited()
    expect(await admin.get(`/admin/invites?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input' } })
  })
})
