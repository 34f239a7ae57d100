/** The words of the account centre about applications. */
export const applications = {
  title: 'Vos applications',
  lead: 'Applications auxquelles vous vous êtes connecté avec ce compte, ou que vous avez autorisées à vous connaître.',
  none: 'Vous ne vous êtes connecté à aucune application.',
  since: 'Depuis',
  lastUsed: 'Dernière utilisation',
  notNow: 'pas connecté en ce moment',
  stays: 'Reste connectée',
  remove: 'Déconnecter…',
  removeTitle: 'Déconnecter cette application',
  removeConsequence: (name: string) =>
    `Vous êtes déconnecté de ${name} partout, et elle n’apprend plus rien de ce compte. Ce qu’elle sait déjà y reste.`,
  removeSubmit: 'Déconnecter',
  done: { removed: 'L’application a été déconnectée.' },
}
