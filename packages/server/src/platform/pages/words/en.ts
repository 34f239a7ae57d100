/** The words of the platform's own pages and parts of pages. */
export const en = {
  /** In its own language. */
  languageName: 'English',
  /** What several pages say. */
  common: {
    email: 'Email address',
    password: 'Password',
    newPassword: 'New password',
    name: 'Name',
    code: 'Code',
    showPassword: 'Show',
    hidePassword: 'Hide',
    continue: 'Continue',
    cancel: 'Cancel',
    or: 'or',
    back: 'Back',
    backTo: (app: string) => `Back to ${app}`,
    skip: 'Skip to content',
    menu: 'Menu',
    justNow: 'just now',
    /** Beside “just now” or “2 hours ago”. */
    happened: (label: string, when: string) => `${label} ${when}`,
    labelled: (label: string, value: string) => `${label}: ${value}`,
  },
  problem: {
    title: 'Something went wrong',
    notFoundTitle: 'There is nothing here',
    notFound: 'The address is wrong, or what was there has moved.',
    reference: (id: string) => `If you ask for help, mention ${id}.`,
    home: 'Go to your account',
    again: 'Try again',
  },
  /** At the foot of every page. */
  footer: {
    support: 'Help',
    terms: 'Terms',
    privacy: 'Privacy',
    language: 'Language',
  },
}
