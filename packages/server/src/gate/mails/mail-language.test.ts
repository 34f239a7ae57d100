import { describe, expect, it } from 'vitest'
import { administered } from '../../../test/support/administered.ts'
import { GUEST, invited } from '../../../test/support/invited.ts'
import { oauthWorld } from '../../../test/support/oauth-world.ts'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { templates } from '../../../test/support/shell.ts'
import { PASSWORD, type World, world } from '../../../test/support/world.ts'

const EMAIL = 'ada@example.com'
const ADA = { email: EMAIL, password: PASSWORD, name: 'Ada' }
const VERIFYING = { REQUIRE_EMAIL_VERIFICATION: 'true' }
const accepting = (accepted: string) => ({ headers: { 'accept-language': accepted } })

const SUBJECTS = {
  verification: {
    en: 'Confirm your email address for Latchkey',
    de: 'Bestätigen Sie Ihre E-Mail-Adresse für Latchkey',
    fr: 'Confirmez votre adresse e-mail pour Latchkey',
    es: 'Confirme su correo electrónico para Latchkey',
  },
  reset: { en: 'Reset your password for Latchkey', de: 'Setzen Sie Ihr Passwort für Latchkey zurück' },
  invite: { en: 'You are invited to Latchkey', de: 'Einladung zu Latchkey' },
} as const

const languagesIn = async ({ sql }: Pick<World, 'sql'>) =>
  (await sql(`SELECT language FROM accounts ORDER BY email`)).map((row) => row['language'])

describe('somebody who signs up', () => {
  it.each([
    ['de-AT,de;q=0.9', 'de', 'de'],
    ['fr-CH', 'fr', 'fr'],
    ['nl,es;q=0.5', 'es', 'es'],
    ['en-GB,de;q=0.9', 'en', 'en'],
    ['nl', null, 'en'],
    ['*', null, 'en'],
    ['constructor', null, 'en'],
    ['', null, 'en'],
  ] as const)('and asks for %j is kept as %j, and written to in %s', async (accepted, kept, written) => {
    const here = await world({ withMail: true, env: VERIFYING })
    expect((await here.browser().post('/auth/register', ADA, accepting(accepted))).status).toBe(201)
    expect(await languagesIn(here)).toEqual([kept])
    const { subject, html } = await here.mail.newest(EMAIL)
    expect(subject).toBe(SUBJECTS.verification[written])
    expect(html).toContain(`<html lang="${written}">`)
  })

  it.each([
    ['de-AT', 'de'],
    // There is no page in that language, so it was an English one.
    ['ja', 'en'],
  ] as const)(
    'on a page for a browser that asks for %s is written to in the language of the page, %s',
    async (accepted, language) => {
      const here = await world({ withMail: true, env: VERIFYING })
      const visitor = new PageVisitor(here.browser())
      await visitor.open('/sign-up', { 'accept-language': accepted })
      await visitor.submit('signUp', ADA, { 'accept-language': accepted })
      expect(await languagesIn(here)).toEqual([language])
      expect((await here.mail.newest(EMAIL)).subject).toBe(SUBJECTS.verification[language])
    },
  )

  it('with an invite is kept with the language of the browser, not of the one who invited', async () => {
    const here = await invited()
    await here.admin.put('/auth/language', { language: 'es' })
    expect((await here.browser().post('/auth/invite/register', here.form, accepting('fr'))).status).toBe(201)
    expect(await languagesIn(here)).toEqual(['fr', 'es'])
  })

  it('through a provider is kept with the language of the browser', async () => {
    const here = await oauthWorld()
    const browser = here.browser()
    await browser.get(await here.approved(browser), accepting('de'))
    expect(await languagesIn(here)).toEqual(['de'])
  })

  it('has none where an administrator made the account', async () => {
    const here = await administered()
    await here.root.post('/admin/users', { email: 'new@example.com', name: 'New' }, accepting('fr'))
    expect(await here.sql(`SELECT language FROM accounts WHERE email = 'new@example.com'`)).toEqual([{ language: null }])
  })
})

describe('a mail', () => {
  const resetFor = async (here: World, accepted: string) => {
    await here.browser().post('/auth/forgot-password', { email: EMAIL }, accepting(accepted))
    await here.outbox.idle()
    return here.mail.mails.at(-1)?.subject
  }

  it('is in the language of the account, whatever the request asks for', async () => {
    const here = await world({ withMail: true })
    await (await here.signedUp()).put('/auth/language', { language: 'de' })
    expect(await resetFor(here, 'fr')).toBe(SUBJECTS.reset.de)
  })

  it('is in the language of the request where the account has none, else in English', async () => {
    const here = await world({ withMail: true })
    await here.signedUp()
    expect(await resetFor(here, 'de')).toBe(SUBJECTS.reset.de)
    expect(await resetFor(here, 'nl')).toBe(SUBJECTS.reset.en)
  })

  it('is in English for an account in a language that is no longer spoken', async () => {
    const here = await world({ withMail: true })
    await here.signedUp()
    await here.sql(`UPDATE accounts SET language = 'tlh'`)
    expect(await resetFor(here, '')).toBe(SUBJECTS.reset.en)
  })

  it('about what an administrator did is in the language of whom it concerns', async () => {
    const here = await administered({ SECURITY_NOTICES: 'true' })
    await here.ada.put('/auth/language', { language: 'de' })
    await here.root.send('PATCH', `/admin/users/${here.adaId}/role`, { role: 'admin' }, accepting('fr'))
    expect((await here.mail.newest(EMAIL)).subject).toBe('Sie sind jetzt Administrator von Latchkey')
  })

  it('to somebody who is signed in is in their language, too', async () => {
    const here = await world({ withMail: true })
    const ada = await here.signedUp()
    await ada.put('/auth/language', { language: 'es' })
    await ada.post('/auth/resend-verification', undefined, accepting('de'))
    expect((await here.mail.newest(EMAIL)).subject).toBe(SUBJECTS.verification.es)
  })
})

describe('an invite', () => {
  it('is in the language of who invites, as kept with the account', async () => {
    const here = await invited()
    expect((await here.mail.newest(GUEST)).subject).toBe(SUBJECTS.invite.en)
    await here.admin.put('/auth/language', { language: 'de' })
    await here.admin.post('/admin/invites', { email: 'other@example.com' }, accepting('fr'))
    expect((await here.mail.newest('other@example.com')).subject).toBe(SUBJECTS.invite.de)
    await here.admin.post(`/admin/invites/${here.inviteId}/resend`)
    expect((await here.mail.newest(GUEST, 2)).subject).toBe(SUBJECTS.invite.de)
  })

  it('is in English where that is none, whatever the request asks for', async () => {
    const here = await invited()
    await here.admin.post('/admin/invites', { email: 'other@example.com' }, accepting('de'))
    expect((await here.mail.newest('other@example.com')).subject).toBe(SUBJECTS.invite.en)
  })
})

describe("an operator's template for one language", () => {
  it('is for those who read it, and ours for all others', async () => {
    const own = { 'de/verification.txt.liquid': 'Subject: Moin!\n\n{{ link }}\n{{ code }}\nnoch {{ expiresIn }}\n' }
    const here = await world({ withMail: true, env: { ...VERIFYING, MAIL_TEMPLATES: templates(own) } })
    for (const language of ['de', 'fr'] as const)
      await here.browser().post('/auth/register', { ...ADA, email: `${language}@example.com` }, accepting(language))
    const german = await here.mail.newest('de@example.com')
    expect([german.subject, german.text?.trim()]).toEqual(['Moin!', `${german.link}\n${german.code}\nnoch 15 Minuten`])
    expect(german.html).toContain('<p>noch 15 Minuten</p>')
    expect((await here.mail.newest('fr@example.com')).subject).toBe(SUBJECTS.verification.fr)
  })
})
