import { describe, expect, it } from 'vitest'
import {
  APP,
  addClient,
  asked,
  authorizing,
  CALLBACK,
  changeClient,
  EMAIL,
  leadsTo,
  locationOf,
  told,
} from '../../../../test/support/authorizing.ts'
import { PASSWORD } from '../../../../test/support/world.ts'
import type { OidcClient } from '../tables/clients.ts'

/** Ada, signed in, and an application of others. */
async function atThirdParty(client: Partial<OidcClient> = {}, env: Record<string, string> = {}) {
  const here = await authorizing({ isFirstParty: false, ...client }, env)
  const ada = await here.signedUp(EMAIL)
  here.clock.advance(1000)
  return { ...here, ada, visitor: here.visitor(ada) }
}

describe('/consent', () => {
  it('asks once for what an application of others wants to know, and never again for less', async () => {
    const here = await atThirdParty()
    const page = await here.visitor.open(asked())
    expect([page.status, page.path, page.heading]).toEqual([200, '/consent', 'Allow Wiki?'])
    for (const words of ['Your name and your language', 'Your email address', EMAIL, 'wiki.example.com'])
      expect(page.text).toContain(words)
    expect(page.text).not.toContain('Your groups')
    const leaving = await here.visitor.submit('allow')
    expect([leaving.path, told(leadsTo(leaving))]).toEqual(['/oidc/continue', expect.objectContaining({ state: 'some state' })])
    expect(told(locationOf(await here.begin(here.ada, { scope: 'openid email' })))).toHaveProperty('code')
    expect(told(locationOf(await here.begin(here.ada, { prompt: 'none' })))).toHaveProperty('code')
    expect((await here.visitor.open(asked({ scope: 'openid groups' }))).text).toContain('Your groups')
    await here.visitor.submit('allow')
    expect(told(locationOf(await here.begin(here.ada, { scope: 'openid email groups profile' })))).toHaveProperty('code')
    expect(await here.sql(`SELECT type, metadata FROM audit_events WHERE type = 'oidc.consent.given'`)).toHaveLength(2)
  })

  it('names the service that the application wants access to, and asks anew for another one', async () => {
    const [api, other] = ['https://api.example.com', 'https://other.example.com']
    const here = await atThirdParty({ audiences: [api, other] })
    await here.visitor.open(asked())
    await here.visitor.submit('allow')
    const page = await here.visitor.open(asked({ resource: api }))
    expect([page.path, page.text.includes(`It also gets access to ${api} in your name.`)]).toEqual(['/consent', true])
    expect(told(leadsTo(await here.visitor.submit('allow')))).toHaveProperty('code')
    expect(told(locationOf(await here.begin(here.ada, { resource: api })))).toHaveProperty('code')
    expect(told(locationOf(await here.begin(here.ada)))).toHaveProperty('code')
    expect((await here.visitor.open(asked({ resource: other }))).text).toContain(other)
    await here.visitor.submit('deny')
    expect(told(locationOf(await here.begin(here.ada, { resource: other, prompt: 'none' })))).toMatchObject({
      error: 'consent_required',
    })
    const [given] = await here.sql(
      `SELECT metadata FROM audit_events WHERE type = 'oidc.consent.given' ORDER BY created_at DESC, id DESC`,
    )
    expect(String(given?.['metadata'])).toContain(api)
  })

  it.each([
    ['de', 'Zugang zu https://api.example.com'],
    ['es', 'acceso a https://api.example.com'],
    ['fr', 'l’accès à https://api.example.com'],
  ])('names it in %s', async (language, words) => {
    const here = await atThirdParty({ audiences: ['https://api.example.com'] })
    await here.ada.send('PUT', '/auth/language', { language })
    expect((await here.visitor.open(asked({ resource: 'https://api.example.com' }))).text).toContain(words)
  })

  it('asks each person for themselves', async () => {
    const here = await atThirdParty()
    await here.visitor.open(asked())
    await here.visitor.submit('allow')
    const eve = await here.signedUp('eve@example.com')
    expect(told(locationOf(await here.begin(eve, { prompt: 'none' })))).toMatchObject({ error: 'consent_required' })
  })

  it('asks whatever was allowed where the application wants it', async () => {
    const here = await atThirdParty()
    await here.visitor.open(asked({ prompt: 'consent' }))
    expect(told(leadsTo(await here.visitor.submit('allow')))).toHaveProperty('code')
    expect((await here.visitor.open(asked({ prompt: 'consent' }))).path).toBe('/consent')
  })

  it('is not asked by an application of the house', async () => {
    const here = await atThirdParty({ isFirstParty: true })
    expect(told(locationOf(await here.begin(here.ada)))).toHaveProperty('code')
    expect((await here.visitor.open(asked({ prompt: 'consent' }))).path).toBe('/consent')
  })

  it('tells the application that it was not allowed, and asks anew the next time', async () => {
    const here = await atThirdParty()
    await here.visitor.open(asked())
    const leaving = await here.visitor.submit('deny')
    expect([leaving.status, told(leadsTo(leaving))]).toEqual([
      200,
      expect.objectContaining({ error: 'access_denied', state: 'some state' }),
    ])
    expect(await here.auditTypes()).toContain('oidc.consent.denied')
    expect((await here.visitor.open(asked())).path).toBe('/consent')
    expect(told(locationOf(await here.begin(here.ada, { prompt: 'none' })))).toMatchObject({ error: 'consent_required' })
  })

  it.each([
    ['its name', { name: 'Wiki, now of others' }],
    ['its scopes', { scopes: ['openid', 'profile'] }],
    ['where it is', { redirectUris: [CALLBACK, `${APP}/other`] }],
  ] satisfies [string, Partial<OidcClient>][])(
    'asks again where the application has changed %s between',
    async (_what, change) => {
      const here = await atThirdParty()
      await here.visitor.open(asked())
      await changeClient(here, 'wiki', change)
      const page = await here.visitor.submit('allow')
      expect([page.status, page.path, page.text.includes('has changed meanwhile')]).toEqual([200, '/consent', true])
      expect(await here.sql(`SELECT * FROM oidc_consents`)).toEqual([])
      expect(told(leadsTo(await here.visitor.submit('allow')))).toHaveProperty('code')
    },
  )

  it('gives a code for what was shown, and for nothing that came after the yes', async () => {
    const here = await atThirdParty()
    await here.visitor.open(asked({ prompt: 'consent' }))
    const { action, values } = here.visitor.page.forms.find((form) => form.values['_action'] === 'allow') ?? {
      action: '',
      values: {},
    }
    const reply = await here.ada.post(action, undefined, {
      raw: new URLSearchParams(values).toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.status).toBe(303)
    await changeClient(here, 'wiki', { name: 'Something else' })
    expect((await here.visitor.open(locationOf(reply))).path).toBe('/consent')
    expect(await here.sql(`SELECT * FROM oidc_codes`)).toEqual([])
  })

  it('does nothing for another account that signed in between', async () => {
    const here = await atThirdParty()
    await here.signedUp('bob@example.com')
    await here.visitor.open(asked())
    await here.ada.post('/auth/logout')
    await here.ada.post('/auth/login', { email: 'bob@example.com', password: PASSWORD })
    const page = await here.visitor.submit('allow')
    expect([page.status, page.text.includes('account')]).toEqual([409, true])
    expect(await here.sql(`SELECT * FROM oidc_consents`)).toEqual([])
    const [onwards = ''] = page.links.filter((link) => link.startsWith('/consent?request='))
    const again = await here.visitor.open(onwards)
    expect([again.heading, again.text.includes('bob@example.com')]).toEqual(['Allow Wiki?', true])
    expect(told(leadsTo(await here.visitor.submit('allow')))).toHaveProperty('code')
    expect(await here.sql(`SELECT a.email FROM oidc_codes c JOIN accounts a ON a.id = c.account_id`)).toEqual([
      { email: 'bob@example.com' },
    ])
  })

  it('leads to another account by one button, and from there to the application', async () => {
    const here = await atThirdParty()
    await here.signedUp('bob@example.com')
    const page = await here.visitor.open(asked({ prompt: 'select_account' }))
    expect(page.heading).toBe('Which account?')
    await here.visitor.submit('stay')
    expect((await here.visitor.submit('other')).path).toBe('/sign-in')
    here.clock.advance(1)
    const asking = await here.visitor.submit('signIn', { email: 'bob@example.com', password: PASSWORD })
    expect([asking.heading, asking.text.includes('bob@example.com')]).toEqual(['Allow Wiki?', true])
    expect(told(leadsTo(await here.visitor.submit('allow')))).toHaveProperty('code')
  })

  it('is not given by a page of another site, nor by a link', async () => {
    const here = await atThirdParty()
    const page = await here.visitor.open(asked())
    const { action, values } = page.forms.find((form) => form.values['_action'] === 'allow') ?? { action: '', values: {} }
    for (const origin of ['https://evil.example', 'null']) {
      const reply = await here.ada.post(action, undefined, {
        raw: new URLSearchParams(values).toString(),
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', origin },
      })
      expect(reply.status).toBe(403)
    }
    await here.visitor.open(`${action}&${new URLSearchParams(values)}`)
    expect(await here.sql(`SELECT * FROM oidc_consents`)).toEqual([])
  })

  it('asks for a native application whenever there is no grant of this session, be it of the house', async () => {
    const here = await atThirdParty({ isFirstParty: true, kind: 'native', redirectUris: ['http://127.0.0.1/cb'] })
    const address = asked({ redirect_uri: 'http://127.0.0.1:5005/cb' })
    const page = await here.visitor.open(address)
    expect([page.path, page.text.includes('an application on this device')]).toEqual(['/consent', true])
    await here.visitor.submit('allow')
    expect((await here.visitor.open(address)).path).toBe('/consent')
    const [session = {}] = await here.sql(`SELECT id, account_id FROM sessions`)
    const grant = ['g', session['account_id'], 'wiki', session['id'], 0, '["openid","profile","email"]', 1, 1]
    await here.sql(
      `INSERT INTO oidc_grants (id, account_id, client_id, session_id, has_own_session, scopes, created_at, last_used_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      grant as string[],
    )
    expect((await here.visitor.open(address)).address).toContain('http://127.0.0.1:5005/cb?code=')
  })

  it('says what `offline_access` is, and a declared field by its label', async () => {
    const fields = {
      company: { type: 'text', access: 'owner', label: { en: 'Company' } },
      note: { type: 'text', access: 'private' },
    }
    const here = await atThirdParty(
      { mayStay: true, scopes: ['openid', 'data:company', 'data:note', 'orders:write'] },
      { DATA_FIELDS: JSON.stringify(fields) },
    )
    const page = await here.visitor.open(asked({ scope: 'openid offline_access data:company orders:write' }))
    for (const words of ['Wiki stays signed in when you are not there', '“Company” of your account', 'Act for you: orders:write'])
      expect(page.text).toContain(words)
  })

  it('is over where the request is, and belongs to people who are signed in', async () => {
    const here = await atThirdParty()
    const page = await here.visitor.open(asked())
    expect((await here.visitor.open('/consent')).status).toBe(410)
    expect((await here.visitor.open('/consent?request=unknown')).status).toBe(410)
    await here.visitor.open(page.address)
    await here.ada.post('/auth/logout')
    const asking = await here.visitor.open(page.address)
    expect([asking.path, asking.text.includes('Sign in to continue to Wiki .')]).toEqual(['/sign-in', true])
    expect((await here.visitor.submit('signIn', { email: EMAIL, password: PASSWORD })).path).toBe('/consent')
  })

  it('is shown alike in every language, without a word that is missing', async () => {
    const here = await atThirdParty()
    await addClient(here, { id: 'other', isFirstParty: false })
    for (const language of ['de', 'es', 'fr']) {
      await here.ada.put('/auth/language', { language })
      const page = await here.visitor.open(asked())
      expect([
        page.html.includes(`<html lang="${language}">`),
        page.text.includes('undefined'),
        page.text.includes('Allow'),
      ]).toEqual([true, false, false])
    }
  })
})
