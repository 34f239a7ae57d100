import type { EndpointTable } from '../kernel/endpoint-table.ts'
import { check } from './account/check.ts'
import { deleteWithCode } from './account/delete-with-code.ts'
import { deleteWithPassword } from './account/delete-with-password.ts'
import { adminLogin, login } from './account/login.ts'
import { me } from './account/me.ts'
import { register } from './account/register.ts'
import { rename } from './account/rename.ts'
import { requestDeletion } from './account/request-deletion.ts'
import { setLanguage } from './account/set-language.ts'
import { auditLogs, userAuditLogs } from './admin/audit-logs.ts'
import { banUser, unbanUser } from './admin/ban-user.ts'
import { resendInvite, revokeInvite } from './admin/change-invite.ts'
import { changeUserEmail } from './admin/change-user-email.ts'
import { createInvite } from './admin/create-invite.ts'
import { createUser } from './admin/create-user.ts'
import { deleteUser } from './admin/delete-user.ts'
import { endUserSession, endUserSessions } from './admin/end-user-sessions.ts'
import { getUser } from './admin/get-user.ts'
import { listInvites } from './admin/list-invites.ts'
import { listUserSessions } from './admin/list-user-sessions.ts'
import { listUsers } from './admin/list-users.ts'
import { renameUser } from './admin/rename-user.ts'
import { resetUserFactors } from './admin/reset-user-factors.ts'
import { sendUserReset } from './admin/send-user-reset.ts'
import { setRole } from './admin/set-role.ts'
import { statistics } from './admin/statistics.ts'
import { verifyUser } from './admin/verify-user.ts'
import { adminOrganisationEndpoints } from './admin-orgs/index.ts'
import { appCallback } from './app-sessions/app-callback.ts'
import { startApp } from './app-sessions/start-app.ts'
import { listDevices } from './devices/list-devices.ts'
import { revokeDevice } from './devices/revoke-device.ts'
import { revokeDevices } from './devices/revoke-devices.ts'
import { beginTotp } from './factors/begin-totp.ts'
import { confirmTotp } from './factors/confirm-totp.ts'
import { createRecoveryCodes } from './factors/create-recovery-codes.ts'
import { listFactors } from './factors/list-factors.ts'
import { removeTotp } from './factors/remove-totp.ts'
import { forward } from './forward-auth/forward.ts'
import { inviteInfo, postInviteInfo } from './invite/invite-info.ts'
import { inviteRegister } from './invite/invite-register.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './keys/keys.ts'
import { lifecycleEndpoints } from './lifecycle/index.ts'
import { oauthEndpoints } from './oauth/index.ts'
import { organisationEndpoints } from './orgs/index.ts'
import { addPasskey } from './passkeys/add-passkey.ts'
import { listPasskeys } from './passkeys/list-passkeys.ts'
import { passkeyOptions } from './passkeys/passkey-options.ts'
import { removePasskey } from './passkeys/remove-passkey.ts'
import { renamePasskey } from './passkeys/rename-passkey.ts'
import { passkeySignInOptions, signInWithPasskey } from './passkeys/sign-in-with-passkey.ts'
import { passkeyEndpoints, relatedOrigins } from './passkeys/well-known.ts'
import { changePassword } from './password/change-password.ts'
import { forgotPassword } from './password/forgot-password.ts'
import { requestSetPassword } from './password/request-set-password.ts'
import { resetPassword } from './password/reset-password.ts'
import { setPassword } from './password/set-password.ts'
import { healthz, readyz } from './service/health.ts'
import { csrfToken } from './session/csrf-token.ts'
import { endChosenSessions } from './session/end-chosen-sessions.ts'
import { endOtherSessions } from './session/end-other-sessions.ts'
import { endSession } from './session/end-session.ts'
import { listSessions } from './session/list-sessions.ts'
import { logout } from './session/logout.ts'
import { refresh } from './session/refresh.ts'
import { getStepUp } from './step-up/get-step-up.ts'
import { sendStepUpCode } from './step-up/send-step-up-code.ts'
import { stepUp } from './step-up/step-up.ts'
import { stepUpOptions } from './step-up/step-up-options.ts'
import { disableTwoFactor } from './two-factor/disable-two-factor.ts'
import { enableTwoFactor } from './two-factor/enable-two-factor.ts'
import { passkeyFactorOptions } from './two-factor/passkey-second-factor.ts'
import { resendCode } from './two-factor/resend-code.ts'
import { verifyCode } from './two-factor/verify-code.ts'
import { requestVerification } from './verification/request-verification.ts'
import { resendVerification } from './verification/resend-verification.ts'
import { verifyEmail } from './verification/verify-email.ts'

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
