import { describe, expect, it } from 'vitest'
import { atAccount } from '../../../../test/support/at-account.ts'
import { PageVisitor } from '../../../../test/support/page-visitor.ts'
import { catalogues, type Language } from '../../../platform/pages/words/catalogues.ts'

const LANGUAGES = Object.keys(catalogues) as Language[]
const SELECTED = '<option[^>]* selected[^>]*>(.*?)</option>'

describe('the language on /account', () => {
  it('is what the browser asks for until one is chosen', async () => {
    const { first, visitor } = await atAccount()
    const names = LANGUAGES.map((language) => catalogues[language].languageName)
    expect(first.section('language').textsOf('<option[^>]*>(.*?)</option>')).toEqual(['Same as my browser', ...names])
    expect(first.html).toContain('<option value="de" lang="de">Deutsch</option>')
    expect(first.section('language').textsOf(SELECTED)).toEqual([])
    expect((await visitor.open('/account', { 'accept-language': 'fr' })).heading).toBe(catalogues.fr.account.nav.profile)
  })

  it.each(LANGUAGES)('%s is chosen, kept, and spoken from then on', async (language) => {
    const { visitor, sql } = await atAccount()
    const { account, languageName } = catalogues[language]
    const page = await visitor.submit('setLanguage', { language })
    expect(page.address).toBe('/account?done=language#done')
    expect(page.html).toContain(`<html lang="${language}">`)
    expect([page.heading, page.section('language').notice]).toEqual([account.nav.profile, account.language.done])
    expect(page.section('language').textsOf(SELECTED)).toEqual([languageName])
    expect(page.section('language').textsOf('<option value>(.*?)</option>')).toEqual([account.language.automatic])
    expect(await sql(`SELECT language FROM accounts`)).toEqual([{ language }])
    const other = language === 'de' ? 'fr' : 'de'
    expect((await visitor.open('/account', { 'accept-language': other })).heading).toBe(account.nav.profile)
  })

  it('follows the browser again when nothing is chosen', async () => {
    const { visitor, sql } = await atAccount()
    await visitor.submit('setLanguage', { language: 'de' })
    await visitor.submit('setLanguage', { language: '' })
    expect(await sql(`SELECT language FROM accounts`)).toEqual([{ language: null }])
    expect((await visitor.open('/account', { 'accept-language': 'es' })).heading).toBe(catalogues.es.account.nav.profile)
  })

  it('of somebody else is nothing to whoever is not signed in', async () => {
    const { visitor, browser } = await atAccount()
    await visitor.submit('setLanguage', { language: 'de' })
    const stranger = new PageVisitor(browser())
    expect((await stranger.open('/sign-in', { 'accept-language': 'fr' })).heading).toBe(catalogues.fr.signIn.title)
  })

  it('that we do not speak is refused above the form, and nothing changes', async () => {
    const { visitor, sql } = await atAccount()
    const page = await visitor.submit('setLanguage', { language: 'tlh' })
    expect([page.status, page.alert]).toEqual([400, catalogues.en.errors.invalid_input])
    expect(await sql(`SELECT language FROM accounts`)).toEqual([{ language: null }])
  })
})
