import { describe, expect, it } from 'vitest'
import { atAccount } from '../../../test/support/at-account.ts'
import { PageVisitor } from '../../../test/support/page-visitor.ts'
import { PASSWORD, world } from '../../../test/support/world.ts'
import { languageOf } from './language.ts'

const AUSTRIAN = { 'accept-language': 'de-AT,de;q=0.9' }

describe('languageOf', () => {
  it.each([
    ['the only one', 'fr', 'fr'],
    ['the first of several', 'es,fr,de', 'es'],
    ['the one that is wished for most, wherever it stands', 'fr;q=0.3, de;q=0.9, es;q=0.5', 'de'],
    ['one without a number before all that have one', 'fr;q=0.9,es', 'es'],
    ['the first of two that are wished for alike', 'fr;q=0.8,de;q=0.8', 'fr'],
    ['the language of a region', 'de-AT', 'de'],
    ['the language of a script and a region', 'es-Latn-419', 'es'],
    ['one in capitals', 'FR-CH;Q=0.9', 'fr'],
    ['one with spaces around everything', ' \t de ; q=0.9 , en ; q=0.1', 'de'],
    ['English before another, if it is asked for', 'en-GB,de;q=0.9', 'en'],
    ['the best that we speak, and not the best of all', 'nl,pl;q=0.9,es;q=0.1', 'es'],
  ])('picks %s', (_case, accepted, language) => {
    expect(languageOf(accepted)).toBe(language)
  })

  it.each([
    ['nothing', ''],
    ['nothing we speak', 'nl-BE,nl;q=0.9'],
    ['anything', '*'],
    ['one that is not wanted', 'de;q=0'],
    ['one that only begins alike', 'den,deu,frr,est'],
    ['a number that is none', 'de;q=1.2.3, fr;q=...'],
    ['names that every object has', 'constructor,__proto__,toString'],
    ['garbage', ',;=-;q,,%00 "<script>;q=;;'],
  ])('is English for %s', (_case, accepted) => {
    expect(languageOf(accepted)).toBe('en')
  })
})

describe('a page', () => {
  it.each([
    ['de-AT,de;q=0.9', 'de', 'Anmelden', 'E-Mail-Adresse'],
    ['fr-CH,fr;q=0.9,de;q=0.8', 'fr', 'Connexion', 'Adresse e-mail'],
    ['es-MX', 'es', 'Iniciar sesión', 'Correo electrónico'],
    ['nl', 'en', 'Sign in', 'Email address'],
  ])('is in the language of a browser that asks for %s', async (wish, language, heading, label) => {
    const visitor = new PageVisitor((await world()).browser())
    const page = await visitor.open('/sign-in', { 'accept-language': wish })
    expect(page.html).toContain(`<html lang="${language}">`)
    expect([page.heading, page.textsOf('<label[^>]*>(.*?)</label>')[0]]).toEqual([heading, label])
  })

  it('says beside the field what is wrong, in that language', async () => {
    const visitor = new PageVisitor((await world({ env: { PASSWORD_REJECT_COMMON: 'true' } })).browser())
    await visitor.open('/sign-up', AUSTRIAN)
    const ada = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
    const weak = await visitor.submit('signUp', { ...ada, password: 'short' }, AUSTRIAN)
    expect(weak.field('password')?.['error']).toBe('Das Passwort braucht mindestens 8 Zeichen und eine Ziffer.')
    const common = await visitor.submit('signUp', { ...ada, password: 'Password1' }, AUSTRIAN)
    expect(common.field('password')?.['error']).toBe('Das Passwort ist zu leicht zu erraten: Viele Menschen verwenden es.')
    const nobody = await visitor.submit('signUp', { ...ada, email: 'nobody' }, AUSTRIAN)
    expect(nobody.field('email')?.['error']).toBe('Bitte geben Sie eine gültige E-Mail-Adresse ein.')
  })

  it('says above the form what went wrong, in that language', async () => {
    const visitor = new PageVisitor((await world()).browser())
    expect((await visitor.open('/sign-in?error=access_denied', AUSTRIAN)).alert).toBe(
      'Die Anmeldung wurde beim Anbieter abgebrochen.',
    )
  })

  it.each([
    ['de', '01.01.2030'],
    ['fr', '1 janv. 2030'],
    ['es', '1 ene 2030'],
  ])('has the dates of its language: %s', async (language, date) => {
    const { visitor } = await atAccount()
    const page = await visitor.open('/account/sessions', { 'accept-language': language })
    expect(page.section('sessions').textsOf('<time[^>]*>(.*?)</time>')[0]).toContain(date)
  })

  it('that is missing says so in that language', async () => {
    const visitor = new PageVisitor((await world()).browser())
    const page = await visitor.open('/nothing-here', { 'accept-language': 'es' })
    expect([page.status, page.heading]).toEqual([404, 'Aquí no hay nada'])
    expect(page.html).toContain('<html lang="es">')
  })
})
