import { describe, expect, it } from 'vitest'
import { signedInAsAdmin } from '../../../../test/support/administered.ts'
import { declared, declaring, FIELDS } from '../../../../test/support/declared.ts'
import { invited } from '../../../../test/support/invited.ts'
import { landing, oauthWorld } from '../../../../test/support/oauth-world.ts'
import { staffed } from '../../../../test/support/organised.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../../test/support/world.ts'

const german = { 'accept-language': 'de' }
const HOSTILE = `"><script>alert(1)</script>{{ 7 * 7 }}`

describe('the sign-up page', () => {
  it('asks what is declared for it, in the language of the page or in English, and keeps what was typed', async () => {
    const { browser, sql } = await world({ env: declaring() })
    const visitor = new PageVisitor(browser())
    const page = await visitor.open('/sign-up', german)
    expect(page.text).toContain('Firma')
    expect(page.html).toContain('name="data.newsletter"')
    expect(page.html).not.toMatch(/data\.(seats|plan|customerId|risk)/)
    const again = await visitor.submit('signUp', { 'data.company': 'x'.repeat(121), 'data.newsletter': 'true' }, german)
    expect(again.text).toContain('höchstens 120 Zeichen')
    expect(again.html).toContain('x'.repeat(121))
    await visitor.submit('signUp', {
      ...{ name: 'Ada', email: 'ada@example.com', password: PASSWORD },
      ...{ 'data.company': HOSTILE, 'data.newsletter': 'false' },
    })
    expect(await sql(`SELECT data FROM accounts`)).toEqual([{ data: JSON.stringify({ company: HOSTILE, newsletter: false }) }])
    expect((await visitor.open('/account')).html).not.toContain('<script>alert')
  })

  it('wants what is required, and so does the route', async () => {
    const fields = { company: { type: 'text', access: 'owner', atSignUp: 'required' } }
    const { browser, sql } = await world({ env: declaring(fields) })
    const visitor = new PageVisitor(browser())
    await visitor.open('/sign-up')
    const typed = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
    expect((await visitor.submit('signUp', typed)).text).toContain('Please fill this in.')
    const reply = await browser().post('/auth/register', typed)
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_data', message: 'company is missing.' } })
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
    await visitor.submit('signUp', { ...typed, 'data.company': 'Acme' })
    expect(await sql(`SELECT data FROM accounts`)).toEqual([{ data: '{"company":"Acme"}' }])
  })

  it('says what is optional, and what hint there is', async () => {
    const text = { type: 'text', access: 'owner' }
    const fields = {
      company: { ...text, atSignUp: 'required' },
      tax: { ...text, atSignUp: 'optional', hint: { en: 'Of the EU.' } },
    }
    const { browser } = await world({ env: declaring(fields) })
    const { text: shown } = await new PageVisitor(browser()).open('/sign-up')
    expect(shown).toMatch(/company tax Optional\. Of the EU\./)
  })

  it('says that all together is too long, where each would fit', async () => {
    const long = { type: 'text', access: 'owner', atSignUp: 'optional' }
    const { browser, sql } = await world({ env: declaring({ a: long, b: long }) })
    const visitor = new PageVisitor(browser())
    await visitor.open('/sign-up')
    const typed = { name: 'Ada', email: 'ada@example.com', password: PASSWORD, 'data.a': 'x'.repeat(3000) }
    const page = await visitor.submit('signUp', { ...typed, 'data.b': 'y'.repeat(3000) })
    expect(page.alert).toBe('A value does not fit its field, or all of them together are too long.')
    expect(page.html).toContain('y'.repeat(3000))
    expect(await sql(`SELECT id FROM accounts`)).toEqual([])
  })

  it('is as it was where nothing is declared', async () => {
    const { browser } = await world()
    expect((await new PageVisitor(browser()).open('/sign-up')).html).not.toContain('data.')
  })
})

describe('the page of an invite', () => {
  it('asks the same', async () => {
    const here = await invited(declaring())
    const visitor = new PageVisitor(here.browser())
    await visitor.open('/invite')
    await visitor.submit('open', { code: here.code })
    await visitor.submit('accept', { name: 'Guest', password: PASSWORD, 'data.company': 'Acme' })
    expect((await visitor.browser.get('/auth/data')).body.data.company).toBe('Acme')
  })
})

describe('after a provider', () => {
  const required = declaring({ company: { type: 'text', access: 'owner', atSignUp: 'required', label: { de: 'Firma' } } })

  it('what is required is asked before there is an account', async () => {
    const here = await oauthWorld({ env: required })
    const visitor = new PageVisitor(here.browser())
    expect(landing(await here.signIn(visitor.browser))).toEqual({ status: 303, path: '/finish-sign-up' })
    expect(await here.sql(`SELECT id FROM accounts`)).toEqual([])
    await visitor.open('/finish-sign-up', german)
    expect(visitor.page.text).toContain('Firma')
    expect((await visitor.submit('finish', {}, german)).text).toContain('Bitte füllen Sie dieses Feld aus.')
    expect(await here.sql(`SELECT id FROM accounts`)).toEqual([])
    const clone = visitor.browser.clone()
    await visitor.submit('finish', { 'data.company': 'Acme' })
    expect((await visitor.browser.get('/auth/me')).body.email).toBe('ada@example.com')
    expect((await visitor.browser.get('/auth/data')).body.data).toEqual({ company: 'Acme' })
    // The arrival made one account, and opens nothing any more.
    expect((await clone.post('/auth/oauth/sign-up', { data: { company: 'B' } })).body.error).toBe('state_used')
    expect(landing(await here.signIn(here.browser())).path).toBe('/account')
  })

  it('it leads on to where the visitor came from', async () => {
    const here = await oauthWorld({ env: { ...required, ALLOWED_ORIGINS: 'https://app.example.com' } })
    const visitor = new PageVisitor(here.browser())
    const reply = await here.signIn(visitor.browser, undefined, `?returnTo=${encodeURIComponent('https://app.example.com/x')}`)
    const { pathname, search } = new URL(String(reply.headers['location']))
    await visitor.open(`${pathname}${search}`)
    expect((await visitor.submit('finish', { 'data.company': 'Acme' })).address).toBe('https://app.example.com/x')
  })

  it('nobody finishes without having come back, in another browser, or too late', async () => {
    const here = await oauthWorld({ env: required })
    const body = { data: { company: 'Acme' } }
    expect((await here.browser().post('/auth/oauth/sign-up', body)).body.error).toBe('invalid_state')
    const visitor = here.browser()
    await here.signIn(visitor)
    here.clock.advance(300_001)
    expect((await visitor.post('/auth/oauth/sign-up', body)).body.error).toBe('invalid_state')
    expect((await visitor.get('/finish-sign-up')).headers['location']).toBe('/sign-in?error=state_expired')
    expect(await here.sql(`SELECT id FROM accounts`)).toEqual([])
  })

  it('what is optional stops nobody', async () => {
    const here = await oauthWorld({ env: declaring() })
    expect(landing(await here.signIn(here.browser())).path).toBe('/account')
  })
})

describe('after a mailed code', () => {
  it('a newcomer is asked what is required before there is an account, and one who has an account is asked nothing', async () => {
    const required = declaring({ company: { type: 'text', access: 'owner', atSignUp: 'required' } })
    const here = await world({ withMail: true, env: { EMAIL_SIGN_IN: 'anybody', ...required } })
    const visitor = new PageVisitor(here.browser())
    const asked = async () => {
      await visitor.browser.post('/auth/code/request', { email: 'ada@example.com' })
      await visitor.open('/sign-in-code')
      await here.outbox.idle()
      return (await here.mail.newest('ada@example.com')).code ?? ''
    }
    const code = await asked()
    expect(visitor.page.html).not.toContain('data.company')
    const page = await visitor.submit('verify', { code })
    expect(page.text).toContain('Your account is made as soon as you have answered this.')
    expect(await here.sql(`SELECT id FROM accounts`)).toEqual([])
    expect((await visitor.submit('verify', { code, 'data.company': ' ' })).text).toContain('Please fill this in.')
    await visitor.submit('verify', { code, 'data.company': 'Acme' })
    expect((await visitor.browser.get('/auth/data')).body.data).toEqual({ company: 'Acme' })
    await visitor.browser.post('/auth/logout')
    const again = await visitor.browser.post('/auth/code/verify', { code: await asked() })
    expect(again.status).toBe(200)
  })
})

describe('the account centre', () => {
  it('shows what the owner sees, and writes what is theirs', async () => {
    const { ada, change } = await declared()
    await change({ tags: ['a', 'b'], newsletter: true })
    const visitor = new PageVisitor(ada)
    const page = await visitor.open('/account', german)
    expect(page.text).toMatch(/Ihre Angaben.*Firma/s)
    expect(page.html).not.toMatch(/data\.(plan|customerId|risk)/)
    const typed = { 'data.company': HOSTILE, 'data.tags': 'c\r\n\r\nd', 'data.seats': '12.5', 'data.newsletter': '' }
    expect((await visitor.submit('saveData', typed)).text).toContain('The details were saved.')
    expect((await ada.get('/auth/data')).body.data).toMatchObject({
      company: HOSTILE,
      tags: ['c', 'd'],
      seats: 12.5,
      newsletter: null,
    })
    expect((await visitor.submit('saveData', { 'data.seats': '12,5' })).text).toContain('Please enter a number such as 12.5.')
    await visitor.open('/account')
    await visitor.post('/account', { _action: 'saveData', 'data.plan': 'pro', 'data.risk': '1', 'data.company': 'By hand' })
    expect((await ada.get('/auth/data')).body.data).toMatchObject({ company: 'By hand', plan: 'free' })
  })
})

describe('a form with values', () => {
  it('writes what was touched: what somebody else has written meanwhile stays, and a default that is shown stays one', async () => {
    const { ada, change, stored, sql } = await declared({
      ...FIELDS,
      level: { type: 'choice', choices: ['a', 'b'], access: 'owner', default: 'a' },
    })
    await change({ company: 'Before', tags: ['a', 'b'] })
    const visitor = new PageVisitor(ada)
    await visitor.open('/account')
    await change({ company: 'Meanwhile', tags: ['c'] })
    // Shown again with an error, it still knows what was there at first.
    await visitor.submit('saveData', { 'data.seats': 'many', 'data.tags': 'a\r\nb' })
    await visitor.submit('saveData', { 'data.seats': '5' })
    expect(await stored()).toEqual({ company: 'Meanwhile', tags: ['c'], seats: 5 })
    const [event] = await sql(`SELECT metadata FROM audit_events WHERE type = 'data.changed' ORDER BY created_at DESC, id DESC`)
    expect(event).toEqual({ metadata: '{"fields":"seats"}' })
    await visitor.submit('saveData', { 'data.level': 'b', 'data.tags': 'a' })
    expect(await stored()).toEqual({ company: 'Meanwhile', tags: ['a'], seats: 5, level: 'b' })
  })

  it('writes no default of the console either', async () => {
    const { root, adaId, stored } = await declared()
    const visitor = new PageVisitor(root)
    await visitor.open(`/console/users/${adaId}`)
    await visitor.submit('saveData', { 'data.customerId': 'c-1' })
    expect(await stored()).toEqual({ customerId: 'c-1' })
  })
})

describe('the console', () => {
  it('has all tiers of an account and who may write them, and notices a change meanwhile', async () => {
    const { root, adaId, change, ada } = await declared()
    const visitor = new PageVisitor(root)
    const page = await visitor.open(`/console/users/${adaId}`)
    expect(page.text).toContain('Only administrators and backends see it.')
    const saved = await visitor.submit('saveData', { 'data.customerId': 'c-1', 'data.plan': 'pro' })
    expect(saved.text).toContain('The details were saved.')
    expect((await ada.get('/auth/data')).body.data.plan).toBe('pro')
    await visitor.open(`/console/users/${adaId}`)
    await change({ company: 'Acme' })
    expect((await visitor.submit('saveData', { 'data.plan': 'free' })).text).toContain('was changed meanwhile')
  })

  it('shows after a change meanwhile what is there now, and beside what was typed what was written there', async () => {
    const { root, adaId, change, set, stored } = await declared()
    const visitor = new PageVisitor(root)
    await visitor.open(`/console/users/${adaId}`)
    await change({ company: 'Acme' })
    await set({ plan: 'pro', customerId: 'theirs' })
    const again = await visitor.submit('saveData', { 'data.customerId': 'mine' })
    expect(again.text).toContain('was changed meanwhile')
    expect(again.text).toContain('Meanwhile it has become: theirs')
    const values = again.allForms.find((one) => one.values['_action'] === 'saveData')?.values
    expect(values).toMatchObject({ 'data.company': 'Acme', 'data.plan': 'pro', 'data.customerId': 'mine' })
    await visitor.submit('saveData')
    expect(await stored()).toEqual({ company: 'Acme', plan: 'pro', customerId: 'mine' })
  })

  it('exports data as CSV and NDJSON, formulas defused', async () => {
    const { root, set, adaId } = await declared()
    await set({ company: '=HYPERLINK("http://evil")', customerId: 'c-1', tags: ['a', 'b'] })
    const csv = (await root.get('/console/users.csv?role=user')).text
    expect(csv).toContain('data.company,data.seats')
    expect(csv).toContain(`"'=HYPERLINK(""http://evil"")"`)
    expect(csv).toMatch(/,"a; b",,free,c-1,\r\n/)
    const lines = (await root.get('/console/users.ndjson?role=user')).text.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ id: adaId, data: { customerId: 'c-1', tags: ['a', 'b'] } }])
  })
})

describe('the pages of an organisation', () => {
  it('show members what they see, and let admins write what is theirs', async () => {
    const here = await staffed(declaring())
    const admin = new PageVisitor(here.admin.browser)
    await admin.open('/orgs/acme')
    expect(admin.page.html).not.toContain('data.contract')
    expect((await admin.submit('saveData', { 'data.domain': 'acme.example' })).text).toContain('The details were saved.')
    const member = await new PageVisitor(here.member.browser).open('/orgs/acme')
    expect(member.text).toContain('acme.example')
    expect(member.html).not.toContain('data.domain')
    const byHand = { _action: 'saveData', 'data.domain': 'By hand', 'data.tier': 'm', 'data.contract': 'By hand' }
    const reply = await new PageVisitor(here.member.browser).post('/orgs/acme', { ...byHand, _for: here.member.id })
    expect(reply.status).toBe(403)
    await admin.post('/orgs/acme', byHand)
    const root = new PageVisitor(await signedInAsAdmin(here, 'root@example.com'))
    const url = `/admin/orgs/${here.org.id}/data`
    expect((await root.browser.get(url)).body.data).toEqual({ domain: 'By hand', tier: 's', contract: null })
    await root.open(`/console/organisations/${here.org.id}`)
    await root.submit('saveData', { 'data.contract': 'n-7', 'data.tier': 'm' })
    expect((await root.browser.get(url)).body.data).toEqual({ domain: 'By hand', tier: 'm', contract: 'n-7' })
  })
})

describe('the log of an organisation', () => {
  it('has what its admins wrote, and nothing of what the operator did', async () => {
    const here = await staffed(declaring())
    const root = await signedInAsAdmin(here, 'root@example.com')
    await here.admin.browser.send('PATCH', `/auth/orgs/${here.org.id}/data`, { data: { domain: 'acme.example' } })
    await root.send('PATCH', `/admin/orgs/${here.org.id}/data`, { data: { contract: 'n-7' } })
    const { body, text } = await here.owner.browser.get(`/auth/orgs/${here.org.id}/audit-logs?type=data.changed`)
    expect(body.events).toMatchObject([{ type: 'data.changed', actorId: here.admin.id, metadata: { fields: 'domain' } }])
    expect(text).not.toContain('contract')
    expect((await root.get('/admin/audit-logs?type=data.changed')).text).toContain('contract')
  })
})

describe('an administrator who is limited', () => {
  it('sees and writes data with the scopes for it alone', async () => {
    const here = await declared()
    const { root, sql, adaId } = here
    const eve = await signedInAsAdmin(here, 'eve@example.com')
    const limit = (scopes: string) => sql(`UPDATE accounts SET admin_scopes = ? WHERE email = 'eve@example.com'`, [scopes])
    const url = `/admin/users/${adaId}/data`
    await limit('users:read')
    await eve.post('/auth/refresh')
    expect([(await eve.get(url)).status, (await eve.get('/admin/users?data.plan=pro')).status]).toEqual([403, 403])
    const page = await eve.get(`/console/users/${adaId}`)
    expect([page.status, page.text.includes('customerId')]).toEqual([200, false])
    expect((await eve.get('/console/users.csv')).text).not.toContain('data.')
    await limit('users:read data:read')
    await eve.post('/auth/refresh')
    expect([(await eve.get(url)).status, (await eve.get('/admin/users?data.plan=pro')).status]).toEqual([200, 200])
    expect((await eve.send('PATCH', url, { data: { plan: 'pro' } })).status).toBe(403)
    const shown = (await eve.get(`/console/users/${adaId}`)).text
    expect([shown.includes('customerId'), shown.includes('name="data.customerId"')]).toEqual([true, false])
    expect((await root.send('PATCH', url, { data: { plan: 'pro' } })).status).toBe(200)
  })
})

describe("the owner's export", () => {
  it('has private values as well, unless the field says otherwise', async () => {
    const { ada, set } = await declared()
    await set({ company: 'Acme', customerId: 'c-1', risk: 7 })
    expect((await ada.post('/auth/account/export')).body.data).toEqual({ company: 'Acme', customerId: 'c-1' })
  })
})
