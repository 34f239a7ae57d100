/** The words of the account centre about applications. */
export const applications = {
  title: 'Ihre Anwendungen',
  lead: 'Anwendungen, bei denen Sie sich mit diesem Konto angemeldet haben oder die Sie kennen dürfen.',
  none: 'Sie haben sich noch bei keiner Anwendung angemeldet.',
  since: 'Seit',
  lastUsed: 'Zuletzt benutzt',
  notNow: 'zurzeit nicht angemeldet',
  stays: 'Bleibt angemeldet',
  remove: 'Trennen\u00a0…',
  removeTitle: 'Diese Anwendung trennen',
  removeConsequence: (name: string) =>
    `Sie werden bei ${name} überall abgemeldet, und sie erfährt nichts mehr von diesem Konto. Was sie schon weiß, bleibt dort.`,
  removeSubmit: 'Trennen',
  done: { removed: 'Die Anwendung wurde getrennt.' },
}
