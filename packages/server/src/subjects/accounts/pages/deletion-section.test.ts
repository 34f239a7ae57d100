import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../../../../test/support/administered.ts'
import { atAccount, atAccountWithoutPassword, EMAIL } from '../../../../test/support/at-account.ts'
import { staffed } from '../../../../test/support/organised.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD } from '../../../../test/support/world.ts'

describe('deleting the account on /account/data', () => {
  it('says first what is lost, and is then done with the password', async () => {
    const { visitor, first, sql } = await atAccount('/account/data')
    const section = first.section('delete')
    expect(section.text).toContain('This cannot be undone')
    expect(section.html).toContain('<details class="ask"><summary class="button danger">')
    const page = await visitor.submit('deleteAccount', { password: PASSWORD })
    expect([page.address, page.heading]).toEqual(['/signed-out?done=deleted', 'Your account is deleted'])
    expect(visitor.browser.jar.has('app_session')).toBe(false)
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
  })

  it('is not done with a wrong password', async () => {
    const { visitor, sql } = await atAccount('/account/data')
    const page = await visitor.submit('deleteAccount', { password: 'wrong' })
    expect(page.status).toBe(400)
    expect(page.section('delete').field('password')).toMatchObject({ error: 'The password is not right.', autofocus: '' })
    expect(page.section('delete').html).toContain('<details class="ask" open>')
    expect(await sql(`SELECT id FROM accounts`)).toHaveLength(1)
  })

  it('is not taken for wrong where nothing was typed', async () => {
    const { visitor } = await atAccount('/account/data')
    const page = await visitor.submit('deleteAccount', { password: '' })
    expect([page.status, page.field('password')?.['error']]).toEqual([400, 'Please enter the password.'])
  })

  it('is done with a code from the mail where there is no password', async () => {
    const { visitor, first, mail, sql } = await atAccountWithoutPassword('/account/data')
    expect(first.section('delete').field('password')).toBeUndefined()
    expect((await visitor.submit('requestDeletion')).path).toBe('/delete-account')
    expect(await sql(`SELECT id FROM accounts`)).toHaveLength(1)
    const { code } = await mail.newest(EMAIL)
    expect((await visitor.submit('delete', { code })).address).toBe('/signed-out?done=deleted')
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
  })

  it('is refused to the only owner of an organisation, who is led there', async () => {
    const { owner, mail, sql } = await staffed()
    const olga = new PageVisitor(owner.browser)
    await olga.open('/account/data')
    const page = await olga.submit('deleteAccount', { password: PASSWORD })
    expect([page.status, page.alert]).toEqual([400, expect.stringMatching(/^You are the only owner of an organisation/)])
    expect(page.section('delete').links).toContain('/account/organisations')
    await sql(`UPDATE accounts SET password_hash = NULL WHERE id = ?`, [owner.id])
    await olga.open('/account/data')
    await olga.submit('requestDeletion')
    const { code } = await mail.newest(owner.email)
    expect((await olga.submit('delete', { code })).alert).toMatch(/^You are the only owner of an organisation/)
  })

  it('is refused to the last administrator', async () => {
    const here = await atAccount('/account/data')
    const root = new PageVisitor(await signedInAsAdmin(here, 'root@example.com'))
    await root.open('/account/data')
    const page = await root.submit('deleteAccount', { password: PASSWORD })
    expect(page.status).toBe(400)
    expect(page.section('delete').alert).toBe('The last administrator who may do everything has to stay one.')
  })
})
