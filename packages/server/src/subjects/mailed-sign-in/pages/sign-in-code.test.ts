import { describe, expect, it } from 'vitest'
import { asked, byMail, EMAIL, WRONG_CODE } from '../../../../test/support/by-mail.ts'
import { addTotp } from '../../../../test/support/factored.ts'
import { figure } from '../../../../test/support/form.ts'
import { hostileReturnPaths } from '../../../../test/support/hostile-return-paths.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { dump, scan } from '../../../../test/support/scanned.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

/** Each takes a mail. */
const EACH = figure('HOSTILE_STRIDE', { short: 9, full: 1 })
const WITHOUT = { ENABLE_EMAIL_PASSWORD: 'false' }

async function visiting(env: Record<string, string> = {}) {
  const here = await byMail({ env })
  const owner = env['ENABLE_EMAIL_PASSWORD'] === 'false' ? here.browser() : await here.signedUp(EMAIL)
  await here.sql(`UPDATE accounts SET mailbox_proved_at = 1, verified_at = 1`)
  return { ...here, owner, visitor: new PageVisitor(here.browser()) }
}

type Visiting = Awaited<ReturnType<typeof visiting>>

/** As far as the page that waits for the code. */
async function asking({ visitor, mail }: Visiting, path = '/sign-in', email = EMAIL) {
  await visitor.open(path)
  await visitor.submit('next', { email })
  const page = await visitor.submit('sendCode')
  return { page, code: async () => (await mail.newest(email)).code }
}

describe('/sign-in where people sign in by mail', () => {
  it('stays as it is while they do not', async () => {
    const visitor = new PageVisitor((await world()).browser())
    const page = await visitor.open('/sign-in')
    expect([page.field('email') !== undefined, page.field('password') !== undefined]).toEqual([true, true])
    expect((await visitor.open('/sign-in-code')).status).toBe(404)
  })

  it('asks for the address first, and then for the password or a code', async () => {
    const { visitor } = await visiting()
    const first = await visitor.open('/sign-in?returnTo=%2Fdocs')
    expect([first.field('email')?.['autocomplete'], first.field('password')]).toEqual(['username webauthn', undefined])
    const second = await visitor.submit('next', { email: EMAIL })
    expect(second.address).toBe('/sign-in?step=prove&returnTo=%2Fdocs')
    expect(second.text).toContain(`Sign in as ${EMAIL} .`)
    expect(second.html).toMatch(/<input type="email" name="email" autocomplete="username" value="ada@example.com" hidden/)
    expect(second.field('password')).toMatchObject({ autocomplete: 'current-password' })
    expect((await visitor.submit('signIn', { password: PASSWORD })).address).toBe('/docs')
  })

  it('says beside the password that it was wrong, and keeps the address', async () => {
    const { visitor } = await visiting()
    await visitor.open('/sign-in')
    await visitor.submit('next', { email: EMAIL })
    const page = await visitor.submit('signIn', { password: 'wrong horse 1' })
    expect([page.status, page.field('password')?.['error']]).toEqual([401, 'The email address or the password is not right.'])
    expect((await visitor.submit('signIn', { password: PASSWORD })).path).toBe('/account')
  })

  it('is the same for an address without an account', async () => {
    const pages = []
    for (const email of [EMAIL, 'bob@example.com']) {
      const here = await visiting()
      await here.visitor.open('/sign-in')
      const second = await here.visitor.submit('next', { email })
      const third = await here.visitor.submit('sendCode')
      pages.push([second, third].map(({ status, html }) => [status, html.replaceAll('bob@', 'ada@')]))
    }
    expect(pages[1]).toEqual(pages[0])
  })

  it('refuses what is no address', async () => {
    const { visitor } = await visiting()
    await visitor.open('/sign-in')
    expect((await visitor.submit('next', { email: 'nobody' })).field('email')?.['error']).toBe(
      'Please enter a valid email address.',
    )
  })

  it('is one field where there are no passwords', async () => {
    const { visitor, mail } = await visiting({ ...WITHOUT, EMAIL_SIGN_IN: 'anybody' })
    const page = await visitor.open('/sign-in')
    expect(page.html.match(/<input(?! type="hidden")/g)).toHaveLength(1)
    expect(page.text).toContain('Your first code makes your account.')
    await visitor.submit('sendCode', { email: 'bob@example.com' })
    const { code } = await mail.newest('bob@example.com')
    expect((await visitor.submit('verify', { code })).path).toBe('/account')
  })

  it.each([
    ['de', 'Weiter', 'Geben Sie Ihren Code ein'],
    ['es', 'Continuar', 'Escriba su código'],
    ['fr', 'Continuer', 'Saisissez votre code'],
  ])('speaks %s', async (language, submit, heading) => {
    const { visitor } = await visiting()
    const headers = { 'accept-language': language }
    expect((await visitor.open('/sign-in', headers)).text).toContain(submit)
    await visitor.submit('next', { email: EMAIL }, headers)
    await visitor.submit('sendCode', {}, headers)
    expect((await visitor.open('/sign-in-code', headers)).heading).toBe(heading)
  })
})

describe('/sign-in-code', () => {
  it('signs in the browser that asked, and leads on to where it wanted to go', async () => {
    const here = await visiting()
    const { page, code } = await asking(here, '/sign-in?returnTo=%2Fdocs')
    expect(page.text).toContain(`If ${EMAIL} can sign in here, we have sent it a code.`)
    expect((await here.visitor.submit('verify', { code: await code() })).address).toBe('/docs')
  })

  it('does so by the link of the mail, in another tab of that browser', async () => {
    const here = await visiting()
    const { code } = await asking(here, '/sign-in?returnTo=%2Fdocs')
    const tab = new PageVisitor(here.visitor.browser)
    await tab.open('/sign-in-code')
    expect((await tab.submit('verify', { code: await code() })).address).toBe('/docs')
  })

  it('leads to none of the hostile addresses, be they asked for with the code or in the link to the page', async () => {
    const here = await visiting({ ALLOW_LOOPBACK_ORIGINS: 'false' })
    for (const returnTo of hostileReturnPaths.filter((_, n) => n % EACH === 0)) {
      const visitor = new PageVisitor(here.browser())
      const { code } = await asked(here, EMAIL, visitor.browser, { returnTo })
      await visitor.open(`/sign-in-code?${new URLSearchParams({ returnTo })}`)
      const { address } = await visitor.submit('verify', { code })
      expect([returnTo, address]).toEqual([returnTo, '/account'])
    }
    const visitor = new PageVisitor(here.browser())
    const { code } = await asked(here, EMAIL, visitor.browser, { returnTo: 'https://evil.example/' })
    await visitor.open('/sign-in-code')
    expect((await visitor.submit('verify', { code })).address).toBe('/account')
  })

  it('says beside the field what is wrong with a code, and sends another', async () => {
    const here = await visiting()
    await asking(here)
    const wrong = await here.visitor.submit('verify', { code: WRONG_CODE })
    expect([wrong.status, wrong.field('code')?.['error']]).toEqual([400, 'This code is not valid.'])
    const again = await here.visitor.submit('sendAgain')
    expect(again.notice).toContain('Only the newest one works.')
    const { code } = await here.mail.newest(EMAIL, 2)
    expect((await here.visitor.submit('verify', { code })).path).toBe('/account')
  })

  it('has nothing to press in a browser that did not ask, and says where the code belongs', async () => {
    const here = await visiting()
    await asking(here)
    const elsewhere = new PageVisitor(here.browser())
    const page = await elsewhere.open('/sign-in-code')
    expect(page.allForms.filter(({ values }) => values['_action'] !== 'choose')).toEqual([])
    expect(page.text).toContain('Type the code where you asked for it.')
    expect(page.html).toContain('data-shows-code')
  })

  it('changes nothing when it is fetched, by whomever and however often', async () => {
    const here = await visiting()
    await asking(here)
    const { link } = await here.mail.newest(EMAIL)
    await here.outbox.idle()
    const before = await dump(here)
    await scan(here.browser(), link)
    await scan(here.visitor.browser.clone(), link)
    expect(await dump(here)).toEqual(before)
  })

  it('leads through the second factor that is owed', async () => {
    const here = await visiting()
    const { app } = await addTotp(here, here.owner, { keepOtherSessions: true })
    const { code } = await asking(here, '/sign-in?returnTo=%2Fdocs')
    const gate = await here.visitor.submit('verify', { code: await code() })
    expect([gate.path, gate.text.includes('Send a new code')]).toEqual(['/two-factor', false])
    expect((await here.visitor.submit('verify', { code: app.code() })).address).toBe('/docs')
  })

  it('shows the owner of a mailbox what was removed with the first proof', async () => {
    const here = await visiting()
    await here.sql(`UPDATE accounts SET mailbox_proved_at = NULL`)
    const { code } = await asking(here)
    const page = await here.visitor.submit('verify', { code: await code() })
    expect(page.path).toBe('/address-proved')
    expect(page.text).toContain('the password')
    expect(page.text).toContain('Sign-in methods a code by email')
  })
})

describe('/console/sign-in without passwords', () => {
  it('leads to a code instead', async () => {
    const { visitor } = await visiting({ ...WITHOUT })
    const page = await visitor.open('/console/sign-in')
    expect(page.html).not.toContain('type="password"')
    expect(page.links).toContain('/sign-in?returnTo=%7E%2Fconsole')
  })
})
