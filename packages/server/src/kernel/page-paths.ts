/** Where the hosted pages are. Mails and redirects lead there. */
export const pagePaths = {
  signIn: '/sign-in',
  signUp: '/sign-up',
  twoFactor: '/two-factor',
  checkMail: '/check-your-mail',
  verifyEmail: '/verify-email',
  addressProved: '/address-proved',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  setPassword: '/set-password',
  stepUp: '/step-up',
  deleteAccount: '/delete-account',
  invite: '/invite',
  /** On the way to an application on another host. */
  appSession: '/app-session',
  signOut: '/sign-out',
  signedOut: '/signed-out',
  /** Where password managers look for it (W3C, A Well-Known URL for Changing Passwords). */
  changePassword: '/.well-known/change-password',
  account: '/account',
  console: '/console',
  consoleSignIn: '/console/sign-in',
  consoleUsers: '/console/users',
  consoleNewUser: '/console/users/new',
  consoleInvites: '/console/invites',
  consoleKeys: '/console/keys',
  consoleAudit: '/console/audit',
} as const
