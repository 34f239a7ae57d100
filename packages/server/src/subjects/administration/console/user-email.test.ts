import { describe, expect, it } from 'vitest'
import { ADA, ROOT } from '../../../../test/support/administered.ts'
import { atConsole } from '../../../../test/support/at-console.ts'

const NEW = 'ada@example.org'

async function atAda() {
  const here = await atConsole()
  await here.visitor.open(`/console/users/${here.adaId}`)
  return here
}

describe('the address on /console/users/{id}', () => {
  it('is changed at once: sessions end, and the new mailbox has yet to be confirmed', async () => {
    const { visitor, ada, sql } = await atAda()
    await sql(`UPDATE accounts SET verified_at = 1, mailbox_proved_at = 1 WHERE email = ?`, [ADA])
    const page = await visitor.submit('changeEmail', { email: NEW })
    expect([page.status, page.notice]).toEqual([200, 'The address was changed. A code to confirm it is on its way.'])
    expect(page.section('facts').text).toContain(`Email address ${NEW} Address confirmed No`)
    expect((await ada.get('/auth/me')).status).toBe(401)
  })

  it.each([
    [400, '', 'Please enter an email address.'],
    [400, 'nonsense', 'Please enter a valid email address.'],
    [409, ROOT, 'An account with this email address already exists.'],
    [409, ADA, 'An account with this email address already exists.'],
  ])('answers %i to %j, and says why beside the field', async (status, email, words) => {
    const { visitor, sql } = await atAda()
    const page = await visitor.submit('changeEmail', { email })
    expect([page.status, page.field('email')?.['error'], page.field('email')?.['value']]).toEqual([status, words, email])
    expect(page.html).toContain('<details class="ask" open')
    expect(await sql(`SELECT email FROM accounts WHERE email = ?`, [ADA])).toHaveLength(1)
  })
})
