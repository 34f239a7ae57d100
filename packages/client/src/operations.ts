// Generated from the service's table of routes. `npm run fix` writes it anew.
import type { Arguments } from './request.ts'
import type { Routes } from './routes.ts'

export const operations = {
  register: 'POST /auth/register',
  login: 'POST /auth/login',
  adminLogin: 'POST /auth/admin/login',
  me: 'GET /auth/me',
  check: 'GET /auth/check',
  rename: 'PUT /auth/name',
  setLanguage: 'PUT /auth/language',
  deleteWithPassword: 'DELETE /auth/account',
  requestDeletion: 'POST /auth/account/delete/request',
  deleteWithCode: 'POST /auth/account/delete/confirm',
  exportAccount: 'POST /auth/account/export',
  logout: 'POST /auth/logout',
  refresh: 'POST /auth/refresh',
  csrfToken: 'GET /auth/csrf-token',
  listSessions: 'GET /auth/sessions',
  endOtherSessions: 'DELETE /auth/sessions',
  endSession: 'DELETE /auth/sessions/{id}',
  renameSession: 'PATCH /auth/sessions/{id}',
  endChosenSessions: 'POST /auth/sessions/revoke',
  verifyEmail: 'POST /auth/verify-email',
  resendVerification: 'POST /auth/resend-verification',
  requestVerification: 'POST /auth/verify-email/resend',
  confirmProved: 'POST /auth/verify-email/proved',
  requestSignInCode: 'POST /auth/code/request',
  verifySignInCode: 'POST /auth/code/verify',
  forgotPassword: 'POST /auth/forgot-password',
  resetPassword: 'POST /auth/reset-password',
  changePassword: 'POST /auth/change-password',
  requestSetPassword: 'POST /auth/set-password/request',
  setPassword: 'POST /auth/set-password/confirm',
  verifyCode: 'POST /auth/2fa/verify',
  resendCode: 'POST /auth/2fa/resend',
  enableTwoFactor: 'POST /auth/2fa/enable',
  disableTwoFactor: 'POST /auth/2fa/disable',
  listFactors: 'GET /auth/factors',
  beginTotp: 'POST /auth/2fa/totp/begin',
  confirmTotp: 'POST /auth/2fa/totp/confirm',
  removeTotp: 'DELETE /auth/2fa/totp',
  createRecoveryCodes: 'POST /auth/2fa/recovery-codes',
  challengeAdministrator: 'POST /auth/admin/challenge',
  getStepUp: 'GET /auth/step-up',
  stepUp: 'POST /auth/step-up',
  sendStepUpCode: 'POST /auth/step-up/send',
  passkeyFactorOptions: 'POST /auth/2fa/passkey/options',
  passkeySignInOptions: 'POST /auth/passkey/options',
  signInWithPasskey: 'POST /auth/passkey/login',
  passkeyOptions: 'POST /auth/passkeys/options',
  addPasskey: 'POST /auth/passkeys',
  listPasskeys: 'GET /auth/passkeys',
  renamePasskey: 'PATCH /auth/passkeys/{id}',
  removePasskey: 'DELETE /auth/passkeys/{id}',
  stepUpOptions: 'POST /auth/step-up/options',
  relatedOrigins: 'GET /.well-known/webauthn',
  passkeyEndpoints: 'GET /.well-known/passkey-endpoints',
  listDevices: 'GET /auth/devices',
  revokeDevices: 'DELETE /auth/devices',
  revokeDevice: 'DELETE /auth/devices/{id}',
  reportDevice: 'POST /auth/devices/report',
  listProviders: 'GET /auth/oauth/providers',
  beginOAuth: 'GET /auth/oauth/{provider}',
  oauthCallback: 'GET /auth/oauth/{provider}/callback',
  oauthFormCallback: 'POST /auth/oauth/{provider}/callback',
  finishSignUp: 'POST /auth/oauth/sign-up',
  linkProvider: 'POST /auth/oauth/{provider}/link',
  unlinkProvider: 'POST /auth/oauth/{provider}/unlink',
  requestEmailChange: 'POST /auth/email/change',
  getEmailChange: 'GET /auth/email/change',
  cancelPendingEmailChange: 'DELETE /auth/email/change',
  confirmEmailChange: 'POST /auth/email/change/confirm',
  revertEmail: 'POST /auth/email/change/revert',
  getData: 'GET /auth/data',
  changeOwnData: 'PATCH /auth/data',
  getUserData: 'GET /admin/users/{id}/data',
  changeUserData: 'PATCH /admin/users/{id}/data',
  forward: 'GET /auth/forward',
  startApp: 'GET /.latchkey/start',
  appCallback: 'GET /.latchkey/callback',
  leaveApp: 'GET /.latchkey/sign-out',
  signOutOfApp: 'POST /.latchkey/sign-out',
  openidConfiguration: 'GET /.well-known/openid-configuration',
  oauthMetadata: 'GET /.well-known/oauth-authorization-server',
  jwks: 'GET /oidc/jwks',
  authorizeForm: 'POST /oidc/authorize',
  endSessionForm: 'POST /oidc/end-session',
  listSigningKeys: 'GET /admin/oidc/keys',
  rotateSigningKeys: 'POST /admin/oidc/keys/rotate',
  listClients: 'GET /admin/clients',
  createClient: 'POST /admin/clients',
  getClient: 'GET /admin/clients/{id}',
  changeClient: 'PATCH /admin/clients/{id}',
  deleteClient: 'DELETE /admin/clients/{id}',
  createClientSecret: 'POST /admin/clients/{id}/secrets',
  endClientSecret: 'DELETE /admin/clients/{id}/secrets',
  listApplications: 'GET /auth/applications',
  removeApplication: 'DELETE /auth/applications/{clientId}',
  listUsers: 'GET /admin/users',
  createUser: 'POST /admin/users',
  getUser: 'GET /admin/users/{id}',
  deleteUser: 'DELETE /admin/users/{id}',
  renameUser: 'PATCH /admin/users/{id}/name',
  changeUserEmail: 'PATCH /admin/users/{id}/email',
  verifyUser: 'PATCH /admin/users/{id}/verify',
  sendUserReset: 'POST /admin/users/{id}/reset-password',
  resetUserFactors: 'DELETE /admin/users/{id}/factors',
  setRole: 'PATCH /admin/users/{id}/role',
  setScopes: 'PATCH /admin/users/{id}/scopes',
  banUser: 'PATCH /admin/users/{id}/ban',
  unbanUser: 'PATCH /admin/users/{id}/unban',
  listUserSessions: 'GET /admin/users/{id}/sessions',
  endUserSessions: 'DELETE /admin/users/{id}/sessions',
  endUserSession: 'DELETE /admin/users/{id}/sessions/{sessionId}',
  statistics: 'GET /admin/statistics',
  inviteInfo: 'GET /auth/invite/info',
  postInviteInfo: 'POST /auth/invite/info',
  inviteRegister: 'POST /auth/invite/register',
  createInvite: 'POST /admin/invites',
  listInvites: 'GET /admin/invites',
  revokeInvite: 'DELETE /admin/invites/{id}',
  resendInvite: 'POST /admin/invites/{id}/resend',
  createOrganisation: 'POST /auth/orgs',
  listOrganisations: 'GET /auth/orgs',
  getActiveOrganisation: 'GET /auth/orgs/active',
  setActiveOrganisation: 'PUT /auth/orgs/active',
  clearActiveOrganisation: 'DELETE /auth/orgs/active',
  getOrganisation: 'GET /auth/orgs/{orgId}',
  updateOrganisation: 'PUT /auth/orgs/{orgId}',
  deleteOrganisation: 'DELETE /auth/orgs/{orgId}',
  getOrgData: 'GET /auth/orgs/{orgId}/data',
  changeOrgData: 'PATCH /auth/orgs/{orgId}/data',
  transferOwnership: 'POST /auth/orgs/{orgId}/transfer',
  listMembers: 'GET /auth/orgs/{orgId}/members',
  setMemberRole: 'PATCH /auth/orgs/{orgId}/members/{userId}/role',
  removeMember: 'DELETE /auth/orgs/{orgId}/members/{userId}',
  leaveOrganisation: 'POST /auth/orgs/{orgId}/leave',
  createOrgInvite: 'POST /auth/orgs/{orgId}/invites',
  listOrgInvites: 'GET /auth/orgs/{orgId}/invites',
  resendOrgInvite: 'POST /auth/orgs/{orgId}/invites/{id}/resend',
  revokeOrganisationInvite: 'DELETE /auth/orgs/{orgId}/invites/{id}',
  orgInviteInfo: 'POST /auth/orgs/invites/info',
  acceptOrgInvite: 'POST /auth/orgs/invites/accept',
  registerWithOrgInvite: 'POST /auth/orgs/invites/register',
  listOwnOrgInvites: 'GET /auth/orgs/invites',
  acceptOwnOrgInvite: 'POST /auth/orgs/invites/{id}/accept',
  declineOrgInvite: 'POST /auth/orgs/invites/{id}/decline',
  orgAuditLogs: 'GET /auth/orgs/{orgId}/audit-logs',
  listOrgs: 'GET /admin/orgs',
  getOrg: 'GET /admin/orgs/{id}',
  deleteOrg: 'DELETE /admin/orgs/{id}',
  listOrgMembers: 'GET /admin/orgs/{id}/members',
  getWholeOrgData: 'GET /admin/orgs/{id}/data',
  changeWholeOrgData: 'PATCH /admin/orgs/{id}/data',
  setOrgOwner: 'PUT /admin/orgs/{id}/owner',
  createApiKey: 'POST /admin/keys',
  listApiKeys: 'GET /admin/keys',
  revokeApiKey: 'DELETE /admin/keys/{id}',
  listActivity: 'GET /auth/activity',
  auditLogs: 'GET /admin/audit-logs',
  userAuditLogs: 'GET /admin/users/{id}/audit-logs',
  streamAuditLogs: 'GET /admin/audit-logs/stream',
  createWebhook: 'POST /admin/webhooks',
  listWebhooks: 'GET /admin/webhooks',
  getWebhook: 'GET /admin/webhooks/{id}',
  changeWebhook: 'PATCH /admin/webhooks/{id}',
  deleteWebhook: 'DELETE /admin/webhooks/{id}',
  createWebhookSecret: 'POST /admin/webhooks/{id}/secret',
  endPreviousWebhookSecret: 'DELETE /admin/webhooks/{id}/secret/previous',
  testWebhook: 'POST /admin/webhooks/{id}/test',
  listWebhookDeliveries: 'GET /admin/webhooks/{id}/deliveries',
  retryWebhookDelivery: 'POST /admin/webhooks/{id}/deliveries/{eventId}/retry',
  replayWebhook: 'POST /admin/webhooks/{id}/replay',
  healthz: 'GET /healthz',
  readyz: 'GET /readyz',
} as const

/** Every route of the service, under its name. */
export interface Methods {
  /** Create an account with email and password */
  register(...input: Arguments<'POST /auth/register'>): Promise<Routes['POST /auth/register']['reply']>
  /** Sign in with email and password */
  login(...input: Arguments<'POST /auth/login'>): Promise<Routes['POST /auth/login']['reply']>
  /** Sign in as an administrator */
  adminLogin(...input: Arguments<'POST /auth/admin/login'>): Promise<Routes['POST /auth/admin/login']['reply']>
  /** Who is signed in */
  me(...input: Arguments<'GET /auth/me'>): Promise<Routes['GET /auth/me']['reply']>
  /** Who is signed in, if anybody */
  check(...input: Arguments<'GET /auth/check'>): Promise<Routes['GET /auth/check']['reply']>
  /** Change the display name */
  rename(...input: Arguments<'PUT /auth/name'>): Promise<Routes['PUT /auth/name']['reply']>
  /** Choose the language of mails and pages, or none */
  setLanguage(...input: Arguments<'PUT /auth/language'>): Promise<Routes['PUT /auth/language']['reply']>
  /** Delete the account, confirmed by its password */
  deleteWithPassword(...input: Arguments<'DELETE /auth/account'>): Promise<Routes['DELETE /auth/account']['reply']>
  /** Mail a code that confirms the deletion of the account */
  requestDeletion(...input: Arguments<'POST /auth/account/delete/request'>): Promise<Routes['POST /auth/account/delete/request']['reply']>
  /** Delete the account, confirmed by a mailed code */
  deleteWithCode(...input: Arguments<'POST /auth/account/delete/confirm'>): Promise<Routes['POST /auth/account/delete/confirm']['reply']>
  /** Everything that is kept about the account, as a file */
  exportAccount(...input: Arguments<'POST /auth/account/export'>): Promise<Routes['POST /auth/account/export']['reply']>
  /** Sign out: end the current session */
  logout(...input: Arguments<'POST /auth/logout'>): Promise<Routes['POST /auth/logout']['reply']>
  /** Trade the refresh cookie for a fresh pair */
  refresh(...input: Arguments<'POST /auth/refresh'>): Promise<Routes['POST /auth/refresh']['reply']>
  /** A CSRF token for the X-CSRF-Token header, and its cookie */
  csrfToken(...input: Arguments<'GET /auth/csrf-token'>): Promise<Routes['GET /auth/csrf-token']['reply']>
  /** The live sessions of the account, newest first */
  listSessions(...input: Arguments<'GET /auth/sessions'>): Promise<Routes['GET /auth/sessions']['reply']>
  /** End every session of the account but this one */
  endOtherSessions(...input: Arguments<'DELETE /auth/sessions'>): Promise<Routes['DELETE /auth/sessions']['reply']>
  /** End one session of the account */
  endSession(...input: Arguments<'DELETE /auth/sessions/{id}'>): Promise<Routes['DELETE /auth/sessions/{id}']['reply']>
  /** Give a session of the account a name */
  renameSession(...input: Arguments<'PATCH /auth/sessions/{id}'>): Promise<Routes['PATCH /auth/sessions/{id}']['reply']>
  /** End several sessions of the account */
  endChosenSessions(...input: Arguments<'POST /auth/sessions/revoke'>): Promise<Routes['POST /auth/sessions/revoke']['reply']>
  /** Verify an email address with a mailed code */
  verifyEmail(...input: Arguments<'POST /auth/verify-email'>): Promise<Routes['POST /auth/verify-email']['reply']>
  /** Mail a verification code to the signed-in account */
  resendVerification(...input: Arguments<'POST /auth/resend-verification'>): Promise<Routes['POST /auth/resend-verification']['reply']>
  /** Mail a verification code to an address */
  requestVerification(...input: Arguments<'POST /auth/verify-email/resend'>): Promise<Routes['POST /auth/verify-email/resend']['reply']>
  /** Confirm the address whose mailbox this browser has just proved on the page of a reset */
  confirmProved(...input: Arguments<'POST /auth/verify-email/proved'>): Promise<Routes['POST /auth/verify-email/proved']['reply']>
  /** Mail a code to sign in with */
  requestSignInCode(...input: Arguments<'POST /auth/code/request'>): Promise<Routes['POST /auth/code/request']['reply']>
  /** Sign in with a mailed code, in the browser that asked for it */
  verifySignInCode(...input: Arguments<'POST /auth/code/verify'>): Promise<Routes['POST /auth/code/verify']['reply']>
  /** Mail a password reset link */
  forgotPassword(...input: Arguments<'POST /auth/forgot-password'>): Promise<Routes['POST /auth/forgot-password']['reply']>
  /** Set a new password with a mailed code */
  resetPassword(...input: Arguments<'POST /auth/reset-password'>): Promise<Routes['POST /auth/reset-password']['reply']>
  /** Change the password */
  changePassword(...input: Arguments<'POST /auth/change-password'>): Promise<Routes['POST /auth/change-password']['reply']>
  /** Mail a code that sets a first password */
  requestSetPassword(...input: Arguments<'POST /auth/set-password/request'>): Promise<Routes['POST /auth/set-password/request']['reply']>
  /** Set a first password with a mailed code */
  setPassword(...input: Arguments<'POST /auth/set-password/confirm'>): Promise<Routes['POST /auth/set-password/confirm']['reply']>
  /** Complete a sign-in with a second factor */
  verifyCode(...input: Arguments<'POST /auth/2fa/verify'>): Promise<Routes['POST /auth/2fa/verify']['reply']>
  /** Mail a fresh two-factor code */
  resendCode(...input: Arguments<'POST /auth/2fa/resend'>): Promise<Routes['POST /auth/2fa/resend']['reply']>
  /** Switch two-factor sign-in on */
  enableTwoFactor(...input: Arguments<'POST /auth/2fa/enable'>): Promise<Routes['POST /auth/2fa/enable']['reply']>
  /** Switch two-factor sign-in off */
  disableTwoFactor(...input: Arguments<'POST /auth/2fa/disable'>): Promise<Routes['POST /auth/2fa/disable']['reply']>
  /** The second factors and passkeys of the account */
  listFactors(...input: Arguments<'GET /auth/factors'>): Promise<Routes['GET /auth/factors']['reply']>
  /** Begin to add an authenticator app */
  beginTotp(...input: Arguments<'POST /auth/2fa/totp/begin'>): Promise<Routes['POST /auth/2fa/totp/begin']['reply']>
  /** Add the authenticator app with its first code */
  confirmTotp(...input: Arguments<'POST /auth/2fa/totp/confirm'>): Promise<Routes['POST /auth/2fa/totp/confirm']['reply']>
  /** Remove the authenticator app */
  removeTotp(...input: Arguments<'DELETE /auth/2fa/totp'>): Promise<Routes['DELETE /auth/2fa/totp']['reply']>
  /** Make a new set of recovery codes */
  createRecoveryCodes(...input: Arguments<'POST /auth/2fa/recovery-codes'>): Promise<Routes['POST /auth/2fa/recovery-codes']['reply']>
  /** Ask a signed-in administrator for the second factor that the session lacks */
  challengeAdministrator(...input: Arguments<'POST /auth/admin/challenge'>): Promise<Routes['POST /auth/admin/challenge']['reply']>
  /** Until when this session counts as freshly proved, and how to prove it again */
  getStepUp(...input: Arguments<'GET /auth/step-up'>): Promise<Routes['GET /auth/step-up']['reply']>
  /** Prove again who is using this session */
  stepUp(...input: Arguments<'POST /auth/step-up'>): Promise<Routes['POST /auth/step-up']['reply']>
  /** Mail a code that proves again who is using this session */
  sendStepUpCode(...input: Arguments<'POST /auth/step-up/send'>): Promise<Routes['POST /auth/step-up/send']['reply']>
  /** Begin to complete a sign-in with a passkey */
  passkeyFactorOptions(...input: Arguments<'POST /auth/2fa/passkey/options'>): Promise<Routes['POST /auth/2fa/passkey/options']['reply']>
  /** Begin to sign in with a passkey */
  passkeySignInOptions(...input: Arguments<'POST /auth/passkey/options'>): Promise<Routes['POST /auth/passkey/options']['reply']>
  /** Sign in with a passkey */
  signInWithPasskey(...input: Arguments<'POST /auth/passkey/login'>): Promise<Routes['POST /auth/passkey/login']['reply']>
  /** Begin to add a passkey */
  passkeyOptions(...input: Arguments<'POST /auth/passkeys/options'>): Promise<Routes['POST /auth/passkeys/options']['reply']>
  /** Add a passkey */
  addPasskey(...input: Arguments<'POST /auth/passkeys'>): Promise<Routes['POST /auth/passkeys']['reply']>
  /** The passkeys of the account */
  listPasskeys(...input: Arguments<'GET /auth/passkeys'>): Promise<Routes['GET /auth/passkeys']['reply']>
  /** Give a passkey another name */
  renamePasskey(...input: Arguments<'PATCH /auth/passkeys/{id}'>): Promise<Routes['PATCH /auth/passkeys/{id}']['reply']>
  /** Remove a passkey */
  removePasskey(...input: Arguments<'DELETE /auth/passkeys/{id}'>): Promise<Routes['DELETE /auth/passkeys/{id}']['reply']>
  /** Begin to prove with a passkey who is using this session */
  stepUpOptions(...input: Arguments<'POST /auth/step-up/options'>): Promise<Routes['POST /auth/step-up/options']['reply']>
  /** Which origins may use the passkeys */
  relatedOrigins(...input: Arguments<'GET /.well-known/webauthn'>): Promise<Routes['GET /.well-known/webauthn']['reply']>
  /** Where passkeys are added and managed */
  passkeyEndpoints(...input: Arguments<'GET /.well-known/passkey-endpoints'>): Promise<Routes['GET /.well-known/passkey-endpoints']['reply']>
  /** The browsers that are asked for no second factor */
  listDevices(...input: Arguments<'GET /auth/devices'>): Promise<Routes['GET /auth/devices']['reply']>
  /** Trust no browser any longer */
  revokeDevices(...input: Arguments<'DELETE /auth/devices'>): Promise<Routes['DELETE /auth/devices']['reply']>
  /** Trust a browser no longer */
  revokeDevice(...input: Arguments<'DELETE /auth/devices/{id}'>): Promise<Routes['DELETE /auth/devices/{id}']['reply']>
  /** Say of a sign-in: this wasn’t me */
  reportDevice(...input: Arguments<'POST /auth/devices/report'>): Promise<Routes['POST /auth/devices/report']['reply']>
  /** Sign-in providers, and those that are linked to the account */
  listProviders(...input: Arguments<'GET /auth/oauth/providers'>): Promise<Routes['GET /auth/oauth/providers']['reply']>
  /** Sign in with a provider */
  beginOAuth(...input: Arguments<'GET /auth/oauth/{provider}'>): Promise<Routes['GET /auth/oauth/{provider}']['reply']>
  /** Come back from a provider: redirects to the return path, with `error=<code>` when it failed */
  oauthCallback(...input: Arguments<'GET /auth/oauth/{provider}/callback'>): Promise<Routes['GET /auth/oauth/{provider}/callback']['reply']>
  /** Come back from a provider that posts a form */
  oauthFormCallback(...input: Arguments<'POST /auth/oauth/{provider}/callback'>): Promise<Routes['POST /auth/oauth/{provider}/callback']['reply']>
  /** Make the account of somebody who has come back from a provider, and was asked for more */
  finishSignUp(...input: Arguments<'POST /auth/oauth/sign-up'>): Promise<Routes['POST /auth/oauth/sign-up']['reply']>
  /** Add a sign-in provider to the account */
  linkProvider(...input: Arguments<'POST /auth/oauth/{provider}/link'>): Promise<Routes['POST /auth/oauth/{provider}/link']['reply']>
  /** Remove a sign-in provider from the account */
  unlinkProvider(...input: Arguments<'POST /auth/oauth/{provider}/unlink'>): Promise<Routes['POST /auth/oauth/{provider}/unlink']['reply']>
  /** Ask for another email address */
  requestEmailChange(...input: Arguments<'POST /auth/email/change'>): Promise<Routes['POST /auth/email/change']['reply']>
  /** The change of address that waits to be confirmed */
  getEmailChange(...input: Arguments<'GET /auth/email/change'>): Promise<Routes['GET /auth/email/change']['reply']>
  /** Cancel the change of address that waits to be confirmed */
  cancelPendingEmailChange(...input: Arguments<'DELETE /auth/email/change'>): Promise<Routes['DELETE /auth/email/change']['reply']>
  /** Confirm a change of address with a mailed code */
  confirmEmailChange(...input: Arguments<'POST /auth/email/change/confirm'>): Promise<Routes['POST /auth/email/change/confirm']['reply']>
  /** Take a change of address back */
  revertEmail(...input: Arguments<'POST /auth/email/change/revert'>): Promise<Routes['POST /auth/email/change/revert']['reply']>
  /** The data of the account: values of the fields that its owner sees */
  getData(...input: Arguments<'GET /auth/data'>): Promise<Routes['GET /auth/data']['reply']>
  /** Change data of the account */
  changeOwnData(...input: Arguments<'PATCH /auth/data'>): Promise<Routes['PATCH /auth/data']['reply']>
  /** All data of an account */
  getUserData(...input: Arguments<'GET /admin/users/{id}/data'>): Promise<Routes['GET /admin/users/{id}/data']['reply']>
  /** Change data of an account, of every tier */
  changeUserData(...input: Arguments<'PATCH /admin/users/{id}/data'>): Promise<Routes['PATCH /admin/users/{id}/data']['reply']>
  /** Ask, as a proxy, who sends a request to an application */
  forward(...input: Arguments<'GET /auth/forward'>): Promise<Routes['GET /auth/forward']['reply']>
  /** Begin to sign in to an application on another host */
  startApp(...input: Arguments<'GET /.latchkey/start'>): Promise<Routes['GET /.latchkey/start']['reply']>
  /** Come back to an application on another host */
  appCallback(...input: Arguments<'GET /.latchkey/callback'>): Promise<Routes['GET /.latchkey/callback']['reply']>
  /** Ask to sign out, from an application behind a proxy */
  leaveApp(...input: Arguments<'GET /.latchkey/sign-out'>): Promise<Routes['GET /.latchkey/sign-out']['reply']>
  /** Sign out, from a page of an application behind a proxy */
  signOutOfApp(...input: Arguments<'POST /.latchkey/sign-out'>): Promise<Routes['POST /.latchkey/sign-out']['reply']>
  /** Where applications find what OpenID Connect has */
  openidConfiguration(...input: Arguments<'GET /.well-known/openid-configuration'>): Promise<Routes['GET /.well-known/openid-configuration']['reply']>
  /** The same for applications that know OAuth alone */
  oauthMetadata(...input: Arguments<'GET /.well-known/oauth-authorization-server'>): Promise<Routes['GET /.well-known/oauth-authorization-server']['reply']>
  /** The keys by which our signatures are checked */
  jwks(...input: Arguments<'GET /oidc/jwks'>): Promise<Routes['GET /oidc/jwks']['reply']>
  /** Begin to sign a person in to an application by a form: sent on as GET */
  authorizeForm(...input: Arguments<'POST /oidc/authorize'>): Promise<Routes['POST /oidc/authorize']['reply']>
  /** Sign a person out on behalf of an application, by a form: sent on as GET */
  endSessionForm(...input: Arguments<'POST /oidc/end-session'>): Promise<Routes['POST /oidc/end-session']['reply']>
  /** The keys that sign the tokens of applications */
  listSigningKeys(...input: Arguments<'GET /admin/oidc/keys'>): Promise<Routes['GET /admin/oidc/keys']['reply']>
  /** Sign with other keys */
  rotateSigningKeys(...input: Arguments<'POST /admin/oidc/keys/rotate'>): Promise<Routes['POST /admin/oidc/keys/rotate']['reply']>
  /** The applications that sign people in */
  listClients(...input: Arguments<'GET /admin/clients'>): Promise<Routes['GET /admin/clients']['reply']>
  /** Make an application */
  createClient(...input: Arguments<'POST /admin/clients'>): Promise<Routes['POST /admin/clients']['reply']>
  /** One application */
  getClient(...input: Arguments<'GET /admin/clients/{id}'>): Promise<Routes['GET /admin/clients/{id}']['reply']>
  /** Change, disable or enable an application: it counts from the next request on */
  changeClient(...input: Arguments<'PATCH /admin/clients/{id}'>): Promise<Routes['PATCH /admin/clients/{id}']['reply']>
  /** Remove an application: what it has opened ends */
  deleteClient(...input: Arguments<'DELETE /admin/clients/{id}'>): Promise<Routes['DELETE /admin/clients/{id}']['reply']>
  /** Make a new secret: the one in use is good for another 24 hours */
  createClientSecret(...input: Arguments<'POST /admin/clients/{id}/secrets'>): Promise<Routes['POST /admin/clients/{id}/secrets']['reply']>
  /** End the older of two secrets at once */
  endClientSecret(...input: Arguments<'DELETE /admin/clients/{id}/secrets'>): Promise<Routes['DELETE /admin/clients/{id}/secrets']['reply']>
  /** The applications that the account is signed in to, or has allowed to know it */
  listApplications(...input: Arguments<'GET /auth/applications'>): Promise<Routes['GET /auth/applications']['reply']>
  /** Sign out of an application everywhere, and take back what it was allowed */
  removeApplication(...input: Arguments<'DELETE /auth/applications/{clientId}'>): Promise<Routes['DELETE /auth/applications/{clientId}']['reply']>
  /** Accounts, by filter and order */
  listUsers(...input: Arguments<'GET /admin/users'>): Promise<Routes['GET /admin/users']['reply']>
  /** Create an account */
  createUser(...input: Arguments<'POST /admin/users'>): Promise<Routes['POST /admin/users']['reply']>
  /** One account in detail */
  getUser(...input: Arguments<'GET /admin/users/{id}'>): Promise<Routes['GET /admin/users/{id}']['reply']>
  /** Delete an account */
  deleteUser(...input: Arguments<'DELETE /admin/users/{id}'>): Promise<Routes['DELETE /admin/users/{id}']['reply']>
  /** Change the display name of an account */
  renameUser(...input: Arguments<'PATCH /admin/users/{id}/name'>): Promise<Routes['PATCH /admin/users/{id}/name']['reply']>
  /** Change the email address of an account */
  changeUserEmail(...input: Arguments<'PATCH /admin/users/{id}/email'>): Promise<Routes['PATCH /admin/users/{id}/email']['reply']>
  /** Mark the email address of an account as verified */
  verifyUser(...input: Arguments<'PATCH /admin/users/{id}/verify'>): Promise<Routes['PATCH /admin/users/{id}/verify']['reply']>
  /** Mail the owner of an account a link to choose a new password */
  sendUserReset(...input: Arguments<'POST /admin/users/{id}/reset-password'>): Promise<Routes['POST /admin/users/{id}/reset-password']['reply']>
  /** Remove every second factor, passkey, trusted browser and session of an account */
  resetUserFactors(...input: Arguments<'DELETE /admin/users/{id}/factors'>): Promise<Routes['DELETE /admin/users/{id}/factors']['reply']>
  /** Make an account an administrator, or no longer */
  setRole(...input: Arguments<'PATCH /admin/users/{id}/role'>): Promise<Routes['PATCH /admin/users/{id}/role']['reply']>
  /** Say what an administrator may do */
  setScopes(...input: Arguments<'PATCH /admin/users/{id}/scopes'>): Promise<Routes['PATCH /admin/users/{id}/scopes']['reply']>
  /** Ban an account */
  banUser(...input: Arguments<'PATCH /admin/users/{id}/ban'>): Promise<Routes['PATCH /admin/users/{id}/ban']['reply']>
  /** Lift a ban */
  unbanUser(...input: Arguments<'PATCH /admin/users/{id}/unban'>): Promise<Routes['PATCH /admin/users/{id}/unban']['reply']>
  /** The live sessions of an account */
  listUserSessions(...input: Arguments<'GET /admin/users/{id}/sessions'>): Promise<Routes['GET /admin/users/{id}/sessions']['reply']>
  /** End every session of an account */
  endUserSessions(...input: Arguments<'DELETE /admin/users/{id}/sessions'>): Promise<Routes['DELETE /admin/users/{id}/sessions']['reply']>
  /** End one session of an account */
  endUserSession(...input: Arguments<'DELETE /admin/users/{id}/sessions/{sessionId}'>): Promise<Routes['DELETE /admin/users/{id}/sessions/{sessionId}']['reply']>
  /** How many accounts and open invites there are, how many accounts are active, the sign-ups and sign-ins of the last days (UTC), and how the service is */
  statistics(...input: Arguments<'GET /admin/statistics'>): Promise<Routes['GET /admin/statistics']['reply']>
  /** The address an invite was issued to */
  inviteInfo(...input: Arguments<'GET /auth/invite/info'>): Promise<Routes['GET /auth/invite/info']['reply']>
  /** The address an invite was issued to */
  postInviteInfo(...input: Arguments<'POST /auth/invite/info'>): Promise<Routes['POST /auth/invite/info']['reply']>
  /** Create an account from an invite */
  inviteRegister(...input: Arguments<'POST /auth/invite/register'>): Promise<Routes['POST /auth/invite/register']['reply']>
  /** Invite an address */
  createInvite(...input: Arguments<'POST /admin/invites'>): Promise<Routes['POST /admin/invites']['reply']>
  /** Invites, newest first */
  listInvites(...input: Arguments<'GET /admin/invites'>): Promise<Routes['GET /admin/invites']['reply']>
  /** Withdraw an invite */
  revokeInvite(...input: Arguments<'DELETE /admin/invites/{id}'>): Promise<Routes['DELETE /admin/invites/{id}']['reply']>
  /** Mail an invite again, with a new link */
  resendInvite(...input: Arguments<'POST /admin/invites/{id}/resend'>): Promise<Routes['POST /admin/invites/{id}/resend']['reply']>
  /** Make an organisation, and own it */
  createOrganisation(...input: Arguments<'POST /auth/orgs'>): Promise<Routes['POST /auth/orgs']['reply']>
  /** The caller's organisations, by name */
  listOrganisations(...input: Arguments<'GET /auth/orgs'>): Promise<Routes['GET /auth/orgs']['reply']>
  /** The organisation that this session is about: the chosen one, or the only one */
  getActiveOrganisation(...input: Arguments<'GET /auth/orgs/active'>): Promise<Routes['GET /auth/orgs/active']['reply']>
  /** Choose the organisation that this session is about */
  setActiveOrganisation(...input: Arguments<'PUT /auth/orgs/active'>): Promise<Routes['PUT /auth/orgs/active']['reply']>
  /** Choose no organisation */
  clearActiveOrganisation(...input: Arguments<'DELETE /auth/orgs/active'>): Promise<Routes['DELETE /auth/orgs/active']['reply']>
  /** One organisation, and what the caller is in it */
  getOrganisation(...input: Arguments<'GET /auth/orgs/{orgId}'>): Promise<Routes['GET /auth/orgs/{orgId}']['reply']>
  /** Change the name or the short name of an organisation */
  updateOrganisation(...input: Arguments<'PUT /auth/orgs/{orgId}'>): Promise<Routes['PUT /auth/orgs/{orgId}']['reply']>
  /** Delete an organisation */
  deleteOrganisation(...input: Arguments<'DELETE /auth/orgs/{orgId}'>): Promise<Routes['DELETE /auth/orgs/{orgId}']['reply']>
  /** The data of an organisation: values of the fields that its members see */
  getOrgData(...input: Arguments<'GET /auth/orgs/{orgId}/data'>): Promise<Routes['GET /auth/orgs/{orgId}/data']['reply']>
  /** Change data of an organisation */
  changeOrgData(...input: Arguments<'PATCH /auth/orgs/{orgId}/data'>): Promise<Routes['PATCH /auth/orgs/{orgId}/data']['reply']>
  /** Make a member an owner, and become less oneself */
  transferOwnership(...input: Arguments<'POST /auth/orgs/{orgId}/transfer'>): Promise<Routes['POST /auth/orgs/{orgId}/transfer']['reply']>
  /** Members of an organisation, those who joined first coming first */
  listMembers(...input: Arguments<'GET /auth/orgs/{orgId}/members'>): Promise<Routes['GET /auth/orgs/{orgId}/members']['reply']>
  /** Change what a member may do */
  setMemberRole(...input: Arguments<'PATCH /auth/orgs/{orgId}/members/{userId}/role'>): Promise<Routes['PATCH /auth/orgs/{orgId}/members/{userId}/role']['reply']>
  /** Remove a member */
  removeMember(...input: Arguments<'DELETE /auth/orgs/{orgId}/members/{userId}'>): Promise<Routes['DELETE /auth/orgs/{orgId}/members/{userId}']['reply']>
  /** Leave an organisation */
  leaveOrganisation(...input: Arguments<'POST /auth/orgs/{orgId}/leave'>): Promise<Routes['POST /auth/orgs/{orgId}/leave']['reply']>
  /** Invite an address into an organisation */
  createOrgInvite(...input: Arguments<'POST /auth/orgs/{orgId}/invites'>): Promise<Routes['POST /auth/orgs/{orgId}/invites']['reply']>
  /** Invites of an organisation, newest first */
  listOrgInvites(...input: Arguments<'GET /auth/orgs/{orgId}/invites'>): Promise<Routes['GET /auth/orgs/{orgId}/invites']['reply']>
  /** Send an invite again; the old link no longer works */
  resendOrgInvite(...input: Arguments<'POST /auth/orgs/{orgId}/invites/{id}/resend'>): Promise<Routes['POST /auth/orgs/{orgId}/invites/{id}/resend']['reply']>
  /** Withdraw an invite */
  revokeOrganisationInvite(...input: Arguments<'DELETE /auth/orgs/{orgId}/invites/{id}'>): Promise<Routes['DELETE /auth/orgs/{orgId}/invites/{id}']['reply']>
  /** What a mailed invite into an organisation is about */
  orgInviteInfo(...input: Arguments<'POST /auth/orgs/invites/info'>): Promise<Routes['POST /auth/orgs/invites/info']['reply']>
  /** Join an organisation with a mailed invite */
  acceptOrgInvite(...input: Arguments<'POST /auth/orgs/invites/accept'>): Promise<Routes['POST /auth/orgs/invites/accept']['reply']>
  /** Create an account from an invite into an organisation */
  registerWithOrgInvite(...input: Arguments<'POST /auth/orgs/invites/register'>): Promise<Routes['POST /auth/orgs/invites/register']['reply']>
  /** Open invites to the address of the caller */
  listOwnOrgInvites(...input: Arguments<'GET /auth/orgs/invites'>): Promise<Routes['GET /auth/orgs/invites']['reply']>
  /** Join an organisation that has invited the caller */
  acceptOwnOrgInvite(...input: Arguments<'POST /auth/orgs/invites/{id}/accept'>): Promise<Routes['POST /auth/orgs/invites/{id}/accept']['reply']>
  /** Decline an invite into an organisation */
  declineOrgInvite(...input: Arguments<'POST /auth/orgs/invites/{id}/decline'>): Promise<Routes['POST /auth/orgs/invites/{id}/decline']['reply']>
  /** What happened in an organisation, newest first */
  orgAuditLogs(...input: Arguments<'GET /auth/orgs/{orgId}/audit-logs'>): Promise<Routes['GET /auth/orgs/{orgId}/audit-logs']['reply']>
  /** Organisations, newest first */
  listOrgs(...input: Arguments<'GET /admin/orgs'>): Promise<Routes['GET /admin/orgs']['reply']>
  /** One organisation */
  getOrg(...input: Arguments<'GET /admin/orgs/{id}'>): Promise<Routes['GET /admin/orgs/{id}']['reply']>
  /** Delete an organisation */
  deleteOrg(...input: Arguments<'DELETE /admin/orgs/{id}'>): Promise<Routes['DELETE /admin/orgs/{id}']['reply']>
  /** Members of an organisation */
  listOrgMembers(...input: Arguments<'GET /admin/orgs/{id}/members'>): Promise<Routes['GET /admin/orgs/{id}/members']['reply']>
  /** All data of an organisation */
  getWholeOrgData(...input: Arguments<'GET /admin/orgs/{id}/data'>): Promise<Routes['GET /admin/orgs/{id}/data']['reply']>
  /** Change data of an organisation, of every tier */
  changeWholeOrgData(...input: Arguments<'PATCH /admin/orgs/{id}/data'>): Promise<Routes['PATCH /admin/orgs/{id}/data']['reply']>
  /** Give an organisation one more owner */
  setOrgOwner(...input: Arguments<'PUT /admin/orgs/{id}/owner'>): Promise<Routes['PUT /admin/orgs/{id}/owner']['reply']>
  /** Make a key for a backend */
  createApiKey(...input: Arguments<'POST /admin/keys'>): Promise<Routes['POST /admin/keys']['reply']>
  /** The keys of backends, newest first */
  listApiKeys(...input: Arguments<'GET /admin/keys'>): Promise<Routes['GET /admin/keys']['reply']>
  /** Revoke a key: from now on it opens nothing */
  revokeApiKey(...input: Arguments<'DELETE /admin/keys/{id}'>): Promise<Routes['DELETE /admin/keys/{id}']['reply']>
  /** What happened to the account, newest first */
  listActivity(...input: Arguments<'GET /auth/activity'>): Promise<Routes['GET /auth/activity']['reply']>
  /** The audit log, newest first */
  auditLogs(...input: Arguments<'GET /admin/audit-logs'>): Promise<Routes['GET /admin/audit-logs']['reply']>
  /** What happened to one account, newest first */
  userAuditLogs(...input: Arguments<'GET /admin/users/{id}/audit-logs'>): Promise<Routes['GET /admin/users/{id}/audit-logs']['reply']>
  /** The sealed log from a number on, one event to a line; ask again with the number of the last line */
  streamAuditLogs(...input: Arguments<'GET /admin/audit-logs/stream'>): Promise<Routes['GET /admin/audit-logs/stream']['reply']>
  /** Have a server told what happens, from now on */
  createWebhook(...input: Arguments<'POST /admin/webhooks'>): Promise<Routes['POST /admin/webhooks']['reply']>
  /** The servers that are told what happens */
  listWebhooks(...input: Arguments<'GET /admin/webhooks'>): Promise<Routes['GET /admin/webhooks']['reply']>
  /** One webhook */
  getWebhook(...input: Arguments<'GET /admin/webhooks/{id}'>): Promise<Routes['GET /admin/webhooks/{id}']['reply']>
  /** Change, disable or enable a webhook: another host means a new secret */
  changeWebhook(...input: Arguments<'PATCH /admin/webhooks/{id}'>): Promise<Routes['PATCH /admin/webhooks/{id}']['reply']>
  /** Remove a webhook: what it has not been told it is never told */
  deleteWebhook(...input: Arguments<'DELETE /admin/webhooks/{id}'>): Promise<Routes['DELETE /admin/webhooks/{id}']['reply']>
  /** Make a new secret: the one before signs beside it for 24 hours */
  createWebhookSecret(...input: Arguments<'POST /admin/webhooks/{id}/secret'>): Promise<Routes['POST /admin/webhooks/{id}/secret']['reply']>
  /** End the secret before the newest at once */
  endPreviousWebhookSecret(...input: Arguments<'DELETE /admin/webhooks/{id}/secret/previous'>): Promise<Routes['DELETE /admin/webhooks/{id}/secret/previous']['reply']>
  /** Send a webhook a test, and wait for its answer */
  testWebhook(...input: Arguments<'POST /admin/webhooks/{id}/test'>): Promise<Routes['POST /admin/webhooks/{id}/test']['reply']>
  /** What a webhook was told, and is still to be told */
  listWebhookDeliveries(...input: Arguments<'GET /admin/webhooks/{id}/deliveries'>): Promise<Routes['GET /admin/webhooks/{id}/deliveries']['reply']>
  /** Send an event again now, under the same id */
  retryWebhookDelivery(...input: Arguments<'POST /admin/webhooks/{id}/deliveries/{eventId}/retry'>): Promise<Routes['POST /admin/webhooks/{id}/deliveries/{eventId}/retry']['reply']>
  /** Send the events of a range of numbers again, under the same ids */
  replayWebhook(...input: Arguments<'POST /admin/webhooks/{id}/replay'>): Promise<Routes['POST /admin/webhooks/{id}/replay']['reply']>
  /** Is the process alive */
  healthz(...input: Arguments<'GET /healthz'>): Promise<Routes['GET /healthz']['reply']>
  /** Can the service take requests */
  readyz(...input: Arguments<'GET /readyz'>): Promise<Routes['GET /readyz']['reply']>
}
