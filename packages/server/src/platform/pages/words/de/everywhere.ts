import type { Messages } from '../en/catalogue.ts'

export const common: Messages['common'] = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  name: 'Name',
  code: 'Code',
  showPassword: 'Anzeigen',
  hidePassword: 'Verbergen',
  continue: 'Weiter',
  cancel: 'Abbrechen',
  or: 'oder',
  back: 'Zurück',
  passwordHint: (minLength) => `Mindestens ${minLength} Zeichen.`,
  passwordHintWithDigit: (minLength) => `Mindestens ${minLength} Zeichen, darunter ein Buchstabe und eine Ziffer.`,
  problem: 'Das hat nicht geklappt',
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  justNow: 'gerade eben',
}

export const problem: Messages['problem'] = {
  title: 'Etwas ist schiefgegangen',
  notFoundTitle: 'Hier gibt es nichts',
  notFound: 'Die Adresse stimmt nicht, oder was hier war, ist umgezogen.',
  reference: (id) => `Wenn Sie um Hilfe bitten, nennen Sie ${id}.`,
  home: 'Zu Ihrem Konto',
  again: 'Erneut versuchen',
}

/** At the foot of every page. */
export const footer: Messages['footer'] = {
  support: 'Hilfe',
  terms: 'Nutzungsbedingungen',
  privacy: 'Datenschutz',
  language: 'Sprache',
}
