import '../../../subjects/index.ts'
import { describe, expect, it } from 'vitest'
import { isMisprinted } from '../../../../test/support/misprints.ts'
import { languages as mailLanguages } from '../../../../test/support/rendered-mail.ts'
import { errors, type Weakness } from '../../kernel/errors.ts'
import { catalogues, type Language } from './catalogues.ts'

const { en } = catalogues

type Translation = Exclude<Language, 'en'>

/** Words that happen to be the same as in English. A language that is new here has none until somebody has looked. */
const SAME: Readonly<Partial<Record<Translation, readonly string[]>>> = {
  de: [
    'Administrator',
    'Browser',
    'Client',
    'Code',
    'Generation',
    'ID',
    'Name',
    'Organisation',
    'Passkeys',
    'Problem',
    'Scopes',
    'Version',
    'Webhook',
    'Webhooks',
    '<0>: <1>',
  ],
  fr: [
    'Administration',
    'Application',
    'Applications',
    'Client',
    'Code',
    'Console',
    'ID',
    'Invitations',
    'Menu',
    'Organisation',
    'Organisations',
    'Secret',
    'Service',
    'Session',
    'Sessions',
    'Signature',
    'Version',
    'Webhook',
    'Webhooks',
  ],
  es: ['ID', 'No', 'Webhook', 'Webhooks', '<0>: <1>'],
}

const LACKS = { minLength: 8, needsLetter: true, needsDigit: true }
const WEAKNESSES: Readonly<Partial<Record<Language, readonly (readonly [Weakness, string])[]>>> = {
  en: [
    [LACKS, 'The password needs at least 8 characters, a letter and a digit.'],
    [{ isCommon: true }, 'The password is too easy to guess: many people use it.'],
    [
      { isOwnData: true },
      'The password is too easy to guess: it is made of the name, the email address or the name of this service.',
    ],
  ],
  de: [
    [{ isUnstorable: true }, 'Das Passwort enthält Zeichen, die nicht gespeichert werden können.'],
    [{ maxBytes: 1024 }, 'Das Passwort darf höchstens 1024 Byte lang sein.'],
    [{ minLength: 12 }, 'Das Passwort braucht mindestens 12 Zeichen.'],
    [{ needsLetter: true }, 'Das Passwort braucht einen Buchstaben.'],
    [{ isCommon: true }, 'Das Passwort ist zu leicht zu erraten: Viele Menschen verwenden es.'],
    [
      { isOwnData: true },
      'Das Passwort ist zu leicht zu erraten: Es besteht aus dem Namen, der E-Mail-Adresse oder dem Namen dieses Dienstes.',
    ],
    [LACKS, 'Das Passwort braucht mindestens 8 Zeichen, einen Buchstaben und eine Ziffer.'],
  ],
  fr: [
    [{ isUnstorable: true }, 'Le mot de passe contient des caractères qui ne peuvent pas être enregistrés.'],
    [{ maxBytes: 1024 }, 'Le mot de passe ne doit pas dépasser 1024 octets.'],
    [{ needsDigit: true }, 'Le mot de passe doit contenir un chiffre.'],
    [{ isCommon: true }, 'Le mot de passe est trop facile à deviner\u202f: beaucoup de gens l’utilisent.'],
    [
      { isOwnData: true },
      'Le mot de passe est trop facile à deviner\u202f: il reprend le nom, l’adresse e-mail ou le nom de ce service.',
    ],
    [LACKS, 'Le mot de passe doit contenir au moins 8 caractères, une lettre et un chiffre.'],
  ],
  es: [
    [{ isUnstorable: true }, 'La contraseña contiene caracteres que no se pueden guardar.'],
    [{ maxBytes: 1024 }, 'La contraseña no puede superar los 1024 bytes.'],
    [{ needsLetter: true, needsDigit: true }, 'La contraseña debe tener una letra y un número.'],
    [{ isCommon: true }, 'La contraseña es demasiado fácil de adivinar: la usa mucha gente.'],
    [
      { isOwnData: true },
      'La contraseña es demasiado fácil de adivinar: se compone del nombre, del correo electrónico o del nombre de este servicio.',
    ],
    [LACKS, 'La contraseña debe tener al menos 8 caracteres, una letra y un número.'],
  ],
}

/** Every text under its path. A sentence with gaps is filled with `<0>`, `<1>`…, which no text has by itself. */
function textsOf(words: object, path = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]): [string, string][] => {
      const here = `${path}${key}`
      if (typeof value === 'string') return [[here, value]]
      if (typeof value === 'function') return [[here, filled(value)]]
      return [...textsOf(value, `${here}.`)]
    }),
  )
}

type Gapped = (...values: string[]) => string

const gaps = (words: Gapped): string[] => Array.from({ length: words.length }, (_none, index) => `<${index}>`)
const filled = (words: Gapped): string => words(...gaps(words))

/** All but what is said of a password, which is no sentence with gaps. */
const allTexts = ({ weakness: _weakness, ...words }: typeof en): Map<string, string> => textsOf(words)

function pathsOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' ? pathsOf(value, `${path}${key}.`) : [`${path}${key}: ${kindOf(value)}`],
  )
}

const kindOf = (value: unknown): string => (typeof value === 'function' ? `takes ${value.length}` : typeof value)

const ENGLISH = allTexts(en)
const LANGUAGES = Object.keys(catalogues) as Language[]
const TRANSLATIONS = LANGUAGES.filter((language): language is Translation => language !== 'en')

it('has words for the pages in every language that mails are written in, and the other way round', () => {
  expect(LANGUAGES.toSorted()).toEqual(mailLanguages.toSorted())
})

describe.each(LANGUAGES)('the catalogue %s', (language) => {
  const words = catalogues[language]
  const texts = [...allTexts(words)]

  it('has exactly what English has', () => {
    expect(pathsOf(words).toSorted()).toEqual(pathsOf(en).toSorted())
  })

  it('has words for every error', () => {
    expect(Object.keys(words.errors).toSorted()).toEqual(Object.keys(errors).toSorted())
  })

  it('calls itself what its speakers call it', () => {
    const own = new Intl.DisplayNames(language, { type: 'language' }).of(language)
    expect(words.languageName.toLocaleLowerCase(language)).toBe(own?.toLocaleLowerCase(language))
  })

  it('says something everywhere, without stray spaces', () => {
    expect(texts.filter(([, text]) => text.trim() === '' || text !== text.trim() || text.includes('  '))).toEqual([])
  })

  it('puts every value into its sentence once', () => {
    const wanted = [...ENGLISH].map(([path, text]) => [path, text.match(/<\d>/g)?.toSorted() ?? []])
    expect(Object.fromEntries(texts.map(([path, text]) => [path, text.match(/<\d>/g)?.toSorted() ?? []]))).toEqual(
      Object.fromEntries(wanted),
    )
  })

  it('has no other number in the sentence whose number the script counts down', () => {
    expect(words.twoFactor.resendIn('60').match(/\d+/g)).toEqual(['60'])
  })

  it('calls the way to a forgotten password by the name of its link', () => {
    expect(words.console.newUser.passwordHint).toContain(words.signIn.forgot)
  })

  it.each(WEAKNESSES[language] ?? [])('says what a password lacks: %o', (weakness, sentence) => {
    expect(words.weakness(weakness)).toBe(sentence)
  })
})

describe.each(TRANSLATIONS)('the translation %s', (language) => {
  const texts = [...allTexts(catalogues[language])]

  it('is one', () => {
    const same = texts.filter(([path, text]) => text === ENGLISH.get(path)).map(([, text]) => text)
    expect([...new Set(same)].toSorted()).toEqual(SAME[language]?.toSorted() ?? [])
  })

  it('ends like the English where that is a whole sentence, a question, or leads on', () => {
    const end = (text = ''): string => /[.?…:]$/.exec(text)?.[0] ?? ''
    expect(texts.filter(([path, text]) => end(text) !== end(ENGLISH.get(path)))).toEqual([])
  })

  it('is set as it would be printed', () => {
    expect(texts.filter(([, text]) => isMisprinted(language, text))).toEqual([])
  })
})
