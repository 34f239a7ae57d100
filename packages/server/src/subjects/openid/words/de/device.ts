import type { device as english } from '../en/device.ts'

export const device: typeof english = {
  title: 'Ein Gerät verbinden',
  lead: 'Geben Sie den Code ein, den Ihr Gerät anzeigt.',
  code: 'Code des Geräts',
  hint: 'Acht Buchstaben. Groß- und Kleinschreibung und der Bindestrich spielen keine Rolle.',
  question: (app) => `Einem Gerät ${app} erlauben?`,
  compare: 'Zeigt Ihr Gerät genau diesen Code?',
  application: 'Anwendung',
  askedFrom: 'Angefragt von',
  askedAt: 'Angefragt am',
  warning:
    'Fahren Sie nur fort, wenn Sie das selbst begonnen haben, an einem Gerät, das vor Ihnen steht. Niemand von uns schickt Ihnen je einen Code.',
  allow: 'Erlauben',
  deny: 'Nein, ablehnen',
  allowed: 'Fertig. Ihr Gerät macht gleich von selbst weiter.',
  denied: 'Das Gerät wurde abgelehnt.',
}
