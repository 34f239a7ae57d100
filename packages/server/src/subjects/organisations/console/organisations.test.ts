import { describe, expect, it } from 'vitest'
import { ADA } from '../../../../test/support/administered.ts'
import { atConsole, filter, rowsOf } from '../../../../test/support/at-console.ts'

const PATH = '/console/organisations'

/** An administrator at the console, and Ada, who owns Acme. */
async function withAcme() {
  const here = await atConsole({ ORGANISATIONS: 'true' })
  await here.sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [ADA])
  const { body: acme } = await here.ada.post('/auth/orgs', { name: 'Acme', slug: 'acme' })
  const page = `${PATH}/${acme.id}`
  return { ...here, acme: acme as { readonly id: string }, page }
}

describe(PATH, () => {
  it('is not there, nor in the navigation, where organisations are switched off', async () => {
    const { visitor } = await atConsole()
    expect((await visitor.open('/console/users')).links).not.toContain(PATH)
    expect((await visitor.open(PATH)).status).toBe(404)
    expect((await visitor.open(`${PATH}/00000000-0000-4000-8000-000000000000`)).status).toBe(404)
  })

  it('lists them, and finds them by name, short name and id', async () => {
    const { visitor, ada, acme, page } = await withAcme()
    await ada.post('/auth/orgs', { name: 'Other', slug: 'elsewhere' })
    const first = await visitor.open(PATH)
    expect(first.links).toEqual(expect.arrayContaining([PATH, page]))
    expect(rowsOf(first)).toEqual([
      expect.stringMatching(/^Other elsewhere 1 member 1 owner /),
      expect.stringMatching(/^Acme acme 1 member 1 owner /),
    ])
    expect(rowsOf(await filter(visitor, { search: 'elsew' }))).toHaveLength(1)
    expect(rowsOf(await filter(visitor, { search: acme.id }))).toEqual([expect.stringMatching(/^Acme/)])
    expect((await filter(visitor, { search: 'nothing' })).text).toContain('No organisation matches.')
    expect((await visitor.open(`${PATH}?offset=99`)).text).toContain('The list ends before this page.')
    expect((await visitor.open(`${PATH}?ownerless=perhaps`)).text).toContain('We can’t read these filters.')
  })

  it('finds those without an owner who could sign in', async () => {
    const { visitor, root, adaId } = await withAcme()
    await visitor.open(PATH)
    expect(rowsOf(await filter(visitor, { ownerless: 'true' }))).toEqual([])
    await root.send('PATCH', `/admin/users/${adaId}/ban`)
    await visitor.open(PATH)
    expect(rowsOf(await filter(visitor, { ownerless: 'true' }))).toEqual([expect.stringMatching(/^Acme/)])
  })

  it('shows one, and who belongs to it', async () => {
    const { visitor, page, adaId } = await withAcme()
    const shown = await visitor.open(page)
    expect([shown.heading, shown.section('members').text.includes(`${ADA} Owner`)]).toEqual(['Acme', true])
    expect(shown.links).toContain(`/console/users/${adaId}`)
    expect((await visitor.open(`${page}?search=nobody`)).section('members').text).toContain('No member matches.')
    expect((await visitor.open(`${PATH}/00000000-0000-4000-8000-000000000000`)).status).toBe(404)
  })

  it.each(['address', 'id'])('appoints an owner by the %s of the account', async (by) => {
    const { visitor, page, rootId } = await withAcme()
    await visitor.open(page)
    const shown = await visitor.submit('appoint', { account: by === 'id' ? rootId : ' Root@example.com' })
    expect([shown.path, shown.notice]).toEqual([page, 'The organisation has a new owner.'])
    expect(shown.section('facts').text).toContain('2 members, 2 owners')
  })

  it.each([
    ['', 'There is no such account.'],
    ['nonsense', 'There is no such account.'],
    ['nobody@example.com', 'There is no such account.'],
    ['00000000-0000-4000-8000-000000000000', 'There is no such account.'],
    ['unsure@example.com', 'An owner needs a confirmed address, and must not be banned.'],
  ])('says beside the field why nobody is appointed: %o', async (account, error) => {
    const { visitor, page, signedUp } = await withAcme()
    await signedUp('unsure@example.com')
    await visitor.open(page)
    const shown = await visitor.submit('appoint', { account })
    expect(shown.field('account')).toMatchObject({ error, 'aria-invalid': 'true', value: account })
  })

  it('deletes one, after a question', async () => {
    const { visitor, page, ada } = await withAcme()
    expect((await visitor.open(page)).section('deletion').text).toContain('Acme is removed for good')
    const shown = await visitor.submit('delete')
    expect([shown.path, shown.notice]).toEqual([PATH, 'The organisation was deleted.'])
    expect((await ada.get('/auth/orgs')).body.total).toBe(0)
  })

  it('is named on the page of an account that belongs to it', async () => {
    const { visitor, page, adaId, rootId } = await withAcme()
    const shown = (await visitor.open(`/console/users/${adaId}`)).section('organisations')
    expect([shown.text, shown.links]).toEqual(['Organisations Acme Owner', [page]])
    expect((await visitor.open(`/console/users/${rootId}`)).section('organisations').html).toBe('')
  })
})
