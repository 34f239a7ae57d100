/** The words of the account centre about applications. */
export const applications = {
  title: 'Your applications',
  lead: 'Applications that you have signed in to with this account, or that you have allowed to know you.',
  none: 'You have not signed in to any application.',
  since: 'Since',
  lastUsed: 'Last used',
  notNow: 'not signed in now',
  stays: 'Stays signed in',
  remove: 'Disconnect…',
  removeTitle: 'Disconnect this application',
  removeConsequence: (name: string) =>
    `You are signed out of ${name} everywhere, and it no longer learns anything of this account. What it knows already stays there.`,
  removeSubmit: 'Disconnect',
  done: { removed: 'The application was disconnected.' },
}
