import { describe, expect, it } from 'vitest'
import { languageIn, localeIn } from './language.ts'

const KNOWN = ['en', 'de']

describe('languageIn', () => {
  it.each([
    ['de-AT,de;q=0.9', 'de'],
    ['nl,en;q=0.1', 'en'],
    ['de;q=0.2,en;q=0.8', 'en'],
  ])('finds in %j the best that is known', (accepted, language) => {
    expect(languageIn(accepted, KNOWN)).toBe(language)
  })

  it.each(['', '*', 'nl', 'de;q=0', 'constructor', ',;=-;q'])('finds nothing in %j', (accepted) => {
    expect(languageIn(accepted, KNOWN)).toBeUndefined()
  })

  it('does not read a header to its end that nobody has written by hand', () => {
    expect(languageIn(`${'nl,'.repeat(100)}de`, KNOWN)).toBe('de')
    expect(languageIn(`${'nl,'.repeat(5000)}de`, KNOWN)).toBeUndefined()
  })
})

describe('localeIn', () => {
  it.each([
    ['en-GB,en;q=0.9', 'en', 'en-GB'],
    ['de, en-us;q=0.5', 'en', 'en-US'],
    ['en,en-AU;q=0.9', 'en', 'en-AU'],
    ['fr-CA', 'en', undefined],
    ['en', 'en', undefined],
    ['en-Latn-GB-oxendict, en-zz', 'en', 'en-ZZ'],
    ['', 'en', undefined],
  ])('finds in %j the country of %s: %s', (accepted, language, locale) => {
    expect(localeIn(accepted, language)).toBe(locale)
  })
})
