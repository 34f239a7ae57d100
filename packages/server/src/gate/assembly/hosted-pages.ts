import type { Looks } from '../../platform/pages/components/layout.tsx'
import { dataPage } from '../../subjects/accounts/pages/data-page.tsx'
import { deleteAccountPage } from '../../subjects/accounts/pages/delete-account.tsx'
import { homePage } from '../../subjects/accounts/pages/home-page.ts'
import { profilePage } from '../../subjects/accounts/pages/profile-page.tsx'
import { securityPage } from '../../subjects/accounts/pages/security-page.tsx'
import { signInPage } from '../../subjects/accounts/pages/sign-in.tsx'
import { signOutPage } from '../../subjects/accounts/pages/sign-out.tsx'
import { signUpPage } from '../../subjects/accounts/pages/sign-up.tsx'
import { signedOutPage } from '../../subjects/accounts/pages/signed-out.tsx'
import { dashboardPage } from '../../subjects/administration/console/dashboard.tsx'
import { newUserPage } from '../../subjects/administration/console/new-user.tsx'
import { consoleSignInPage } from '../../subjects/administration/console/sign-in.tsx'
import { userPage } from '../../subjects/administration/console/user.tsx'
import { usersPage } from '../../subjects/administration/console/users.tsx'
import { usersFile } from '../../subjects/administration/console/users-file.ts'
import { appSessionPage } from '../../subjects/apps/pages/app-session.ts'
import { auditPage } from '../../subjects/audit/console/audit.tsx'
import { auditFiles } from '../../subjects/audit/console/audit-files.ts'
import { activityPage } from '../../subjects/audit/pages/activity-page.tsx'
import { notMePage } from '../../subjects/devices/pages/not-me.tsx'
import { changeEmailPage } from '../../subjects/email-change/pages/change-email.tsx'
import { revertEmailPage } from '../../subjects/email-change/pages/revert-email.tsx'
import { stepUpPage } from '../../subjects/factors/pages/step-up.tsx'
import { twoFactorPage } from '../../subjects/factors/pages/two-factor.tsx'
import { invitesPage } from '../../subjects/invites/console/invites.tsx'
import { invitePage } from '../../subjects/invites/pages/invite.tsx'
import { keysPage } from '../../subjects/keys/console/keys.tsx'
import { consoleOrganisationPage } from '../../subjects/organisations/console/organisation.tsx'
import { consoleOrganisationsPage } from '../../subjects/organisations/console/organisations.tsx'
import { orgInvitePage } from '../../subjects/organisations/pages/org-invite.tsx'
import { organisationPage } from '../../subjects/organisations/pages/organisation-page.tsx'
import { organisationsPage } from '../../subjects/organisations/pages/organisations-page.tsx'
import { changePasswordPage } from '../../subjects/passwords/pages/change-password.ts'
import { forgotPasswordPage } from '../../subjects/passwords/pages/forgot-password.tsx'
import { resetPasswordPage } from '../../subjects/passwords/pages/reset-password.tsx'
import { setPasswordPage } from '../../subjects/passwords/pages/set-password.tsx'
import { connectionsPage } from '../../subjects/providers/pages/connections-page.tsx'
import { languagePage } from '../../subjects/service/pages/language.ts'
import { sessionsPage } from '../../subjects/sessions/pages/sessions-page.tsx'
import { addressProvedPage } from '../../subjects/verification/pages/address-proved.tsx'
import { checkMailPage } from '../../subjects/verification/pages/check-mail.tsx'
import { verifyEmailPage } from '../../subjects/verification/pages/verify-email.tsx'
import type { Hosted } from '../pages/view.ts'

/** Every page for people, in reading order. */
export const hostedPages = (looks: Looks): readonly Hosted[] => [
  homePage,
  signInPage(looks),
  signUpPage(looks),
  checkMailPage(looks),
  verifyEmailPage(looks),
  addressProvedPage(looks),
  twoFactorPage(looks),
  forgotPasswordPage(looks),
  resetPasswordPage(looks),
  setPasswordPage(looks),
  changeEmailPage(looks),
  revertEmailPage(looks),
  notMePage(looks),
  invitePage(looks),
  orgInvitePage(looks),
  profilePage(looks),
  securityPage(looks),
  sessionsPage(looks),
  activityPage(looks),
  connectionsPage(looks),
  organisationsPage(looks),
  organisationPage(looks),
  dataPage(looks),
  changePasswordPage,
  stepUpPage(looks),
  appSessionPage,
  deleteAccountPage(looks),
  languagePage,
  signOutPage(looks),
  signedOutPage(looks),
  consoleSignInPage(looks),
  dashboardPage(looks),
  usersPage(looks),
  usersFile,
  newUserPage(looks),
  userPage(looks),
  invitesPage(looks),
  consoleOrganisationsPage(looks),
  consoleOrganisationPage(looks),
  keysPage(looks),
  auditPage(looks),
  ...auditFiles,
]
