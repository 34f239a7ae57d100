import { type Mount, type OwnPath, servedPath } from '../platform/kernel/own-path.ts'

/** Links, redirects and mails name pages so; where they are served is decided as they go out. */
export const pagePaths = {
  home: '~/',
  signIn: '~/sign-in',
  signUp: '~/sign-up',
  signInCode: '~/sign-in-code',
  finishSignUp: '~/finish-sign-up',
  twoFactor: '~/two-factor',
  checkMail: '~/check-your-mail',
  verifyEmail: '~/verify-email',
  addressProved: '~/address-proved',
  forgotPassword: '~/forgot-password',
  resetPassword: '~/reset-password',
  setPassword: '~/set-password',
  stepUp: '~/step-up',
  deleteAccount: '~/delete-account',
  invite: '~/invite',
  orgInvite: '~/org-invite',
  changeEmail: '~/change-email',
  revertEmail: '~/revert-email',
  notMe: '~/not-me',
  appSession: '~/app-session',
  authorize: '~/oidc/authorize',
  continueToApp: '~/oidc/continue',
  endSession: '~/oidc/end-session',
  leave: '~/oidc/sign-out',
  consent: '~/consent',
  device: '~/device',
  language: '~/language',
  signOut: '~/sign-out',
  signedOut: '~/signed-out',
  /** Password managers look there (W3C, A Well-Known URL for Changing Passwords). */
  changePassword: '~/.well-known/change-password',
  account: '~/account',
  accountSecurity: '~/account/security',
  accountSessions: '~/account/sessions',
  accountActivity: '~/account/activity',
  accountConnections: '~/account/connections',
  accountApplications: '~/account/applications',
  accountOrganisations: '~/account/organisations',
  organisation: '~/orgs',
  accountData: '~/account/data',
  console: '~/console',
  consoleSignIn: '~/console/sign-in',
  consoleUsers: '~/console/users',
  consoleUsersFile: '~/console/users.csv',
  consoleUsersLines: '~/console/users.ndjson',
  consoleNewUser: '~/console/users/new',
  consoleInvites: '~/console/invites',
  consoleOrganisations: '~/console/organisations',
  consoleClients: '~/console/clients',
  consoleNewClient: '~/console/clients/new',
  consoleKeys: '~/console/keys',
  consoleWebhooks: '~/console/webhooks',
  consoleAudit: '~/console/audit',
  consoleAuditTable: '~/console/audit.csv',
  consoleAuditLines: '~/console/audit.ndjson',
  consoleAuditExport: '~/console/audit/sealed-log.ndjson',
} as const satisfies Readonly<Record<string, OwnPath>>

/** Where an application has the rest of our host, every other path is one of its own. */
export const isPagePath = (at: Mount, path: string): boolean =>
  Object.values(pagePaths).some((page) => {
    const served = servedPath(at, page)
    return path === served || (page !== pagePaths.home && path.startsWith(`${served}/`))
  })
