import type { Translation } from '../../../platform/pages/words/translation.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  console: { events: { 'login.code.requested': 'Code zur Anmeldung angefordert' } },
  mailedSignIn: {
    afterwards: 'Sie melden sich mit einem Code an, den wir Ihnen schicken.',
    allEnded: 'Alle wurden abgemeldet. Melden Sie sich mit einem Code an.',
    title: 'Geben Sie Ihren Code ein',
    sent: 'Wenn sich diese Adresse hier anmelden kann, haben wir ihr einen Code geschickt. Geben Sie ihn hier ein, oder öffnen Sie den Link der E-Mail in diesem Browser.',
    sentTo: (email: string) =>
      `Wenn sich ${email} hier anmelden kann, haben wir dorthin einen Code geschickt. Geben Sie ihn hier ein, oder öffnen Sie den Link der E-Mail in diesem Browser.`,
    onlyHere: 'Nur der neueste Code funktioniert, nur in dem Browser, der ihn angefordert hat, und nicht nach fünf falschen.',
    few: 'Warten Sie eine Minute und sehen Sie auch im Spam-Ordner nach. Wir schicken höchstens eine E-Mail pro Minute und wenige pro Stunde.',
    sendAgain: 'Neuen Code senden',
    sentAgain: 'Wenn diese Adresse einen bekommen darf, ist ein neuer Code unterwegs. Nur der neueste funktioniert.',
    other: 'Eine andere verwenden',
    elsewhereTitle: 'Ihr Code',
    elsewhere:
      'Dieser Browser hat den Code nicht angefordert und kann sich deshalb nicht damit anmelden. Geben Sie den Code dort ein, wo Sie ihn angefordert haben.',
    didNotAsk: 'Sie haben ihn nicht angefordert? Dann brauchen Sie nichts zu tun. Um sich hier anzumelden:',
    send: 'Code per E-Mail schicken',
    as: (email: string) => `Anmelden als ${email}.`,
    newcomers: 'Neu hier? Ihr erster Code legt Ihr Konto an.',
    byCode: 'Mit einem Code anmelden',
  },
}
