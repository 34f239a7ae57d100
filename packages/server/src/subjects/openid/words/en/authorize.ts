/** Where an application signs a person in: the way to it, consent, and what stands in between. */
export const authorize = {
  leaving: (app: string) => `On to ${app}`,
  leavingLead: 'You are being sent on. If nothing happens, continue here.',
  leavingByForm: 'You are being sent on. If nothing happens, press the button.',
  back: (app: string) => `Back to ${app}`,
  other: 'Use another account',
  signedInAs: (who: string) => `You are signed in as ${who}.`,
  consent: {
    title: (app: string) => `Allow ${app}?`,
    lead: (app: string) => `${app} wants to sign you in with this account, and to know:`,
    leadWithout: (app: string) => `${app} wants to sign you in with this account. It learns nothing but that it is you.`,
    goesTo: (place: string) => `Afterwards you are sent to ${place}.`,
    thisDevice: 'an application on this device',
    allow: 'Allow',
    deny: 'Do not allow',
    changed: 'What the application asks for has changed meanwhile. Please look again.',
    service: (address: string) => `It also gets access to ${address} in your name.`,
    stays: (app: string) => `${app} stays signed in when you are not there, until you end that in your account.`,
    scopes: {
      profile: 'Your name and your language',
      email: 'Your email address, and whether it is confirmed',
      groups: 'Your groups: the organisations that you belong to, your role in them, and whether you are an administrator',
      organizations: 'The organisations that you belong to, and your role in them',
    },
    /** A declared field, by its label. */
    field: (label: string) => `“${label}” of your account`,
    /** Of a service behind the application. */
    scope: (name: string) => `Act for you: ${name}`,
  },
  choose: {
    title: 'Which account?',
    lead: (app: string) => `With which account do you want to go on to ${app}?`,
    stay: (name: string) => `Continue as ${name}`,
    otherTitle: 'Another account is needed',
    otherLead: (app: string) => `${app} expects another person than the one who is signed in here.`,
    signsOut: 'To use another account, you are signed out here first.',
  },
  demand: {
    title: 'You cannot go on yet',
    role: (app: string) => `${app} is for administrators, and this account is not one of theirs.`,
    organisation: (app: string) => `${app} is for members of an organisation that this account does not belong to.`,
    verified: (app: string) => `${app} is for accounts with a confirmed email address. Confirm yours, and then try again.`,
    second_factor: (app: string) =>
      `${app} asks for a second factor that was shown in this sign-in. Add an authenticator app or a passkey, show it, and then try again.`,
    ask: 'If this is a mistake, ask those who run the application.',
    toProfile: 'To your address',
    toSecurity: 'To your security settings',
    again: 'Try again',
  },
  expired: {
    title: 'This sign-in is over',
    lead: 'It took too long, was finished already, or began in another browser. Begin again at the application.',
  },
  wrong: {
    title: 'This application cannot sign you in',
    client_unknown: 'It is not known here. Its configuration names a client that does not exist.',
    client_disabled: 'It was switched off here by an administrator.',
    redirect_uri_missing: 'It did not say where to send you afterwards.',
    redirect_uri_twice: 'It named more than one place to send you to afterwards.',
    redirect_uri_unknown:
      'It wants you to be sent to a place that is not registered for it. You stay here, because that place may belong to a stranger.',
    forOperators: 'For those who run the application',
    client: 'Client',
    problem: 'Problem',
    address: 'Address',
  },
}

export const authorizeEvents = {
  'oidc.authorized': 'Signed in to an application',
  'oidc.consent.given': 'Application allowed',
  'oidc.consent.denied': 'Application not allowed',
}
