import type { EndpointTable } from '../../platform/kernel/endpoint-table.ts'
import { check } from '../../subjects/accounts/flows/check.ts'
import { deleteWithCode } from '../../subjects/accounts/flows/delete-with-code.ts'
import { deleteWithPassword } from '../../subjects/accounts/flows/delete-with-password.ts'
import { adminLogin, login } from '../../subjects/accounts/flows/login.ts'
import { me } from '../../subjects/accounts/flows/me.ts'
import { register } from '../../subjects/accounts/flows/register.ts'
import { rename } from '../../subjects/accounts/flows/rename.ts'
import { requestDeletion } from '../../subjects/accounts/flows/request-deletion.ts'
import { setLanguage } from '../../subjects/accounts/flows/set-language.ts'
import { banUser, unbanUser } from '../../subjects/administration/flows/ban-user.ts'
import { changeUserEmail } from '../../subjects/administration/flows/change-user-email.ts'
import { createUser } from '../../subjects/administration/flows/create-user.ts'
import { deleteUser } from '../../subjects/administration/flows/delete-user.ts'
import { endUserSession, endUserSessions } from '../../subjects/administration/flows/end-user-sessions.ts'
import { getUser } from '../../subjects/administration/flows/get-user.ts'
import { listUserSessions } from '../../subjects/administration/flows/list-user-sessions.ts'
import { listUsers } from '../../subjects/administration/flows/list-users.ts'
import { renameUser } from '../../subjects/administration/flows/rename-user.ts'
import { resetUserFactors } from '../../subjects/administration/flows/reset-user-factors.ts'
import { sendUserReset } from '../../subjects/administration/flows/send-user-reset.ts'
import { setRole } from '../../subjects/administration/flows/set-role.ts'
import { statistics } from '../../subjects/administration/flows/statistics.ts'
import { verifyUser } from '../../subjects/administration/flows/verify-user.ts'
import { appCallback } from '../../subjects/apps/flows/app-callback.ts'
import { forward } from '../../subjects/apps/flows/forward.ts'
import { startApp } from '../../subjects/apps/flows/start-app.ts'
import { auditLogs, userAuditLogs } from '../../subjects/audit/flows/audit-logs.ts'
import { listDevices } from '../../subjects/devices/flows/list-devices.ts'
import { revokeDevice } from '../../subjects/devices/flows/revoke-device.ts'
import { revokeDevices } from '../../subjects/devices/flows/revoke-devices.ts'
import { lifecycleEndpoints } from '../../subjects/email-change/flows/endpoints.ts'
import { beginTotp } from '../../subjects/factors/flows/begin-totp.ts'
import { confirmTotp } from '../../subjects/factors/flows/confirm-totp.ts'
import { createRecoveryCodes } from '../../subjects/factors/flows/create-recovery-codes.ts'
import { disableTwoFactor } from '../../subjects/factors/flows/disable-two-factor.ts'
import { enableTwoFactor } from '../../subjects/factors/flows/enable-two-factor.ts'
import { listFactors } from '../../subjects/factors/flows/list-factors.ts'
import { removeTotp } from '../../subjects/factors/flows/remove-totp.ts'
import { resendCode } from '../../subjects/factors/flows/resend-code.ts'
import { verifyCode } from '../../subjects/factors/flows/verify-code.ts'
import { getStepUp } from '../../subjects/factors/step-up/get-step-up.ts'
import { sendStepUpCode } from '../../subjects/factors/step-up/send-step-up-code.ts'
import { stepUp } from '../../subjects/factors/step-up/step-up.ts'
import { resendInvite, revokeInvite } from '../../subjects/invites/flows/change-invite.ts'
import { createInvite } from '../../subjects/invites/flows/create-invite.ts'
import { inviteInfo, postInviteInfo } from '../../subjects/invites/flows/invite-info.ts'
import { inviteRegister } from '../../subjects/invites/flows/invite-register.ts'
import { listInvites } from '../../subjects/invites/flows/list-invites.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../../subjects/keys/flows/keys.ts'
import { adminOrganisationEndpoints } from '../../subjects/organisations/administration/endpoints.ts'
import { organisationEndpoints } from '../../subjects/organisations/flows/endpoints.ts'
import { addPasskey } from '../../subjects/passkeys/flows/add-passkey.ts'
import { listPasskeys } from '../../subjects/passkeys/flows/list-passkeys.ts'
import { passkeyOptions } from '../../subjects/passkeys/flows/passkey-options.ts'
import { passkeyFactorOptions } from '../../subjects/passkeys/flows/passkey-second-factor.ts'
import { removePasskey } from '../../subjects/passkeys/flows/remove-passkey.ts'
import { renamePasskey } from '../../subjects/passkeys/flows/rename-passkey.ts'
import { passkeySignInOptions, signInWithPasskey } from '../../subjects/passkeys/flows/sign-in-with-passkey.ts'
import { stepUpOptions } from '../../subjects/passkeys/flows/step-up-options.ts'
import { passkeyEndpoints, relatedOrigins } from '../../subjects/passkeys/flows/well-known.ts'
import { changePassword } from '../../subjects/passwords/flows/change-password.ts'
import { forgotPassword } from '../../subjects/passwords/flows/forgot-password.ts'
import { requestSetPassword } from '../../subjects/passwords/flows/request-set-password.ts'
import { resetPassword } from '../../subjects/passwords/flows/reset-password.ts'
import { setPassword } from '../../subjects/passwords/flows/set-password.ts'
import { oauthEndpoints } from '../../subjects/providers/flows/endpoints.ts'
import { healthz, readyz } from '../../subjects/service/flows/health.ts'
import { csrfToken } from '../../subjects/sessions/flows/csrf-token.ts'
import { endChosenSessions } from '../../subjects/sessions/flows/end-chosen-sessions.ts'
import { endOtherSessions } from '../../subjects/sessions/flows/end-other-sessions.ts'
import { endSession } from '../../subjects/sessions/flows/end-session.ts'
import { listSessions } from '../../subjects/sessions/flows/list-sessions.ts'
import { logout } from '../../subjects/sessions/flows/logout.ts'
import { refresh } from '../../subjects/sessions/flows/refresh.ts'
import { requestVerification } from '../../subjects/verification/flows/request-verification.ts'
import { resendVerification } from '../../subjects/verification/flows/resend-verification.ts'
import { verifyEmail } from '../../subjects/verification/flows/verify-email.ts'

/**
 * Every route of the service, in reading order. HTTP, OpenAPI and the reference page are derived from it. The names are part
 * of the interface: clients are generated from them.
 */
export const endpoints = {
  register,
  login,
  adminLogin,
  logout,
  me,
  check,
  rename,
  setLanguage,

  verifyEmail,
  resendVerification,
  requestVerification,

  forgotPassword,
  resetPassword,
  changePassword,
  requestSetPassword,
  setPassword,

  verifyCode,
  resendCode,
  passkeyFactorOptions,
  enableTwoFactor,
  disableTwoFactor,

  listFactors,
  beginTotp,
  confirmTotp,
  removeTotp,
  createRecoveryCodes,

  passkeySignInOptions,
  signInWithPasskey,
  passkeyOptions,
  addPasskey,
  listPasskeys,
  renamePasskey,
  removePasskey,

  listDevices,
  revokeDevice,
  revokeDevices,

  getStepUp,
  stepUp,
  stepUpOptions,
  sendStepUpCode,

  deleteWithPassword,
  requestDeletion,
  deleteWithCode,

  refresh,
  csrfToken,
  listSessions,
  endSession,
  endChosenSessions,
  endOtherSessions,

  forward,
  startApp,
  appCallback,

  inviteInfo,
  postInviteInfo,
  inviteRegister,

  ...oauthEndpoints,

  ...lifecycleEndpoints,

  ...organisationEndpoints,

  listUsers,
  createUser,
  getUser,
  renameUser,
  changeUserEmail,
  verifyUser,
  sendUserReset,
  resetUserFactors,
  setRole,
  banUser,
  unbanUser,
  deleteUser,
  listUserSessions,
  endUserSessions,
  endUserSession,
  createInvite,
  listInvites,
  revokeInvite,
  resendInvite,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  ...adminOrganisationEndpoints,
  auditLogs,
  userAuditLogs,
  statistics,

  relatedOrigins,
  passkeyEndpoints,

  healthz,
  readyz,
} as const satisfies EndpointTable
