import { describe, expect, it } from 'vitest'
import { EMAIL } from '../../../../test/support/factored.ts'
import { DAY, moving, NEW, settledMoving } from '../../../../test/support/moving.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'

type Moving = Awaited<ReturnType<typeof moving>>

/** A visitor without script, who types the code of a mail. */
async function opened(here: Moving, code: string, visitor = new PageVisitor(here.browser())) {
  await visitor.open('/change-email')
  return { visitor, page: await visitor.submit('open', { code }) }
}

const addressOf = async ({ owner }: Moving) => (await owner.clone().get('/auth/me')).body.email

describe('/change-email', () => {
  it('names both addresses and the mailbox, and does nothing before the button was pressed', async () => {
    const here = await moving()
    const { newCode } = await here.ask()
    const { page } = await opened(here, newCode)
    expect([page.status, page.heading]).toEqual([200, 'Confirm the new address'])
    expect(page.text).toContain(`This link was sent to ${NEW} , the new address.`)
    expect(page.text).toContain(`Address now ${EMAIL} New address ${NEW}`)
    expect(page.text).toContain(`The address does not change yet: the mailbox of ${EMAIL} has to agree as well.`)
    expect((await here.owner.get('/auth/email/change')).body.pending.confirmed).toEqual([])
    // As often as one likes: a scanner may have been here.
    expect((await opened(here, newCode)).page.heading).toBe('Confirm the new address')
  })

  it('is confirmed in both mailboxes, and says after the first what is missing', async () => {
    const here = await moving()
    const { newCode, oldCode } = await here.ask()
    const first = await opened(here, oldCode)
    expect(first.page.text).toContain(`This link was sent to ${EMAIL} , the address that the account has now.`)
    const waiting = await first.visitor.submit('act')
    expect(waiting.notice).toBe('Thank you. This mailbox has confirmed.')
    expect(waiting.text).toContain('The new mailbox has to confirm as well')
    expect(await addressOf(here)).toBe(EMAIL)

    const second = await opened(here, newCode)
    expect(second.page.text).toContain('The account has the new address at once.')
    expect(second.page.text).toContain('All other devices are signed out.')
    expect(second.page.text).not.toContain('does not change yet')
    const done = await second.visitor.submit('act')
    expect([done.address, done.notice]).toEqual(['/change-email?done=completed', 'The address was changed.'])
    expect(done.links).toContain('/sign-in?notice=address')
    expect(await addressOf(here)).toBe(NEW)
    const signIn = await second.visitor.open('/sign-in?notice=address')
    expect([signIn.notice, signIn.field('email')?.['value']]).toEqual(['The address was changed.', NEW])
  })

  it('says the other half where the new mailbox comes first', async () => {
    const here = await moving()
    const { newCode } = await here.ask()
    const { visitor } = await opened(here, newCode)
    expect((await visitor.submit('act')).text).toContain('The old mailbox has to agree as well')
    expect(visitor.page.html).not.toContain('href="/sign-in')
  })

  it('leads its owner back to the account, and signs nobody in or out', async () => {
    const here = await settledMoving()
    const { newCode } = await here.ask()
    const own = new PageVisitor(here.owner)
    const { page } = await opened(here, newCode, own)
    expect(page.text).not.toContain('another account')
    const done = await own.submit('act')
    expect(done.links).toContain('/account')
    expect(done.text).toContain(`You are signed in as ${NEW} .`)
    expect((await own.open('/account')).section('email').text).toContain(NEW)
  })

  it('works for a visitor who is signed in to another account, says so, and leaves that session alone', async () => {
    const here = await settledMoving()
    const { newCode } = await here.ask()
    const eve = await here.signedUp('eve@example.com')
    const { visitor, page } = await opened(here, newCode, new PageVisitor(eve))
    expect(page.text).toContain('You are signed in as eve@example.com . This is about another account, and you stay signed in.')
    expect((await visitor.submit('act')).text).toContain('You are signed in as eve@example.com .')
    expect((await eve.get('/auth/me')).body.email).toBe('eve@example.com')
    expect(await addressOf(here)).toBe(NEW)
  })

  it('says of a code that is unknown, or of a change that was asked for again, where the newest one is', async () => {
    const here = await moving()
    const { newCode } = await here.ask()
    await here.ask('ada@example.net')
    for (const code of ['AAAA-AAAA', newCode]) {
      const { page } = await opened(here, code)
      expect([page.status, page.field('code')?.['error']]).toEqual([400, 'This code is not valid.'])
      expect(page.text).toContain('The newest email has the link that works.')
      expect(page.text).not.toContain(NEW)
      expect(page.links).toContain('/account')
    }
    const { page } = await opened(here, '')
    expect(page.field('code')?.['error']).toBe('Please enter the code.')
  })

  it('says of a dead code why, and what to do', async () => {
    const here = await moving()
    const { newCode, oldCode } = await here.ask()
    const { visitor } = await opened(here, newCode)
    await visitor.submit('act')
    const used = await opened(here, newCode)
    expect([used.page.status, used.page.heading]).toEqual([410, 'This link changes nothing any more'])
    expect(used.page.alert).toBe('This code was already used.')
    expect(used.page.text).toContain('its email has a link of its own')
    expect(used.page.html).not.toContain('name="code"')
    here.clock.advance(DAY)
    const expired = await opened(here, oldCode)
    expect([expired.page.status, expired.page.alert]).toEqual([410, 'This code has expired.'])
    expect(expired.page.text).toContain('You can ask for the change once more in your account.')
  })

  it('says so where the address was taken or the change was overruled between the two clicks', async () => {
    const here = await settledMoving()
    const { newCode } = await here.ask()
    const { visitor } = await opened(here, newCode)
    await here.signedUp(NEW)
    const taken = await visitor.submit('act')
    expect([taken.status, taken.alert]).toEqual([409, 'An account with this email address already exists.'])
    expect(taken.text).toContain('The address was not changed.')

    const other = await here.ask('ada@example.net')
    await here.sql(`UPDATE email_changes SET ended_at = 1, ending = 'overruled' WHERE new_email = 'ada@example.net'`)
    const { page } = await opened(here, other.newCode)
    expect([page.status, page.alert]).toEqual([409, 'The email address was changed by an administrator meanwhile.'])
  })

  it('is not there where addresses cannot be changed', async () => {
    const { browser } = await moving({ EMAIL_CHANGE: 'false' })
    const visitor = new PageVisitor(browser())
    expect((await visitor.open('/change-email')).status).toBe(404)
    for (const action of ['open', 'act']) {
      expect((await visitor.post('/change-email', { _action: action, code: 'AAAA-AAAA' })).status).toBe(404)
    }
  })

  it('counts every look at a code, also one that came back', async () => {
    const here = await moving({ RATE_LIMITS: 'true', LIMIT_ENTRY_PER_MINUTE: '6' })
    const { newCode } = await here.ask()
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/change-email')
    here.clock.advance(60_000)
    for (let at = 0; at < 6; at++) await visitor.post('/change-email', { _action: 'open', code: 'AAAA-AAAA' })
    for (const action of ['open', 'act']) {
      const page = await visitor.post('/change-email', { _action: action, code: newCode })
      expect([page.status, page.alert?.includes('Too many attempts.')]).toEqual([429, true])
      expect(page.text).not.toContain(NEW)
    }
  })

  it('is there in every language', async () => {
    const here = await moving()
    const { newCode } = await here.ask()
    const titles = { de: 'Neue Adresse bestätigen', es: 'Confirmar la nueva dirección', fr: 'Confirmer la nouvelle adresse' }
    for (const [language, title] of Object.entries(titles)) {
      const visitor = new PageVisitor(here.browser())
      await visitor.open('/change-email')
      expect((await visitor.submit('open', { code: newCode }, { 'accept-language': language })).heading).toBe(title)
    }
  })
})
