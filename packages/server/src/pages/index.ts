import { activityPage } from './account/activity-page.tsx'
import { connectionsPage } from './account/connections-page.tsx'
import { dataPage } from './account/data-page.tsx'
import { organisationsPage } from './account/organisations-page.tsx'
import { profilePage } from './account/profile-page.tsx'
import { securityPage } from './account/security-page.tsx'
import { sessionsPage } from './account/sessions-page.tsx'
import type { Looks } from './components/layout.tsx'
import { auditPage } from './console/audit.tsx'
import { auditFiles } from './console/audit-files.ts'
import { dashboardPage } from './console/dashboard.tsx'
import { invitesPage } from './console/invites.tsx'
import { keysPage } from './console/keys.tsx'
import { newUserPage } from './console/new-user.tsx'
import { consoleOrganisationPage } from './console/organisation.tsx'
import { consoleOrganisationsPage } from './console/organisations.tsx'
import { consoleSignInPage } from './console/sign-in.tsx'
import { userPage } from './console/user.tsx'
import { usersPage } from './console/users.tsx'
import { usersFile } from './console/users-file.ts'
import { organisationPage } from './organisation/organisation-page.tsx'
import { addressProvedPage } from './public/address-proved.tsx'
import { appSessionPage } from './public/app-session.ts'
import { changeEmailPage } from './public/change-email.tsx'
import { changePasswordPage } from './public/change-password.ts'
import { checkMailPage } from './public/check-mail.tsx'
import { deleteAccountPage } from './public/delete-account.tsx'
import { forgotPasswordPage } from './public/forgot-password.tsx'
import { homePage } from './public/home-page.ts'
import { invitePage } from './public/invite.tsx'
import { languagePage } from './public/language.ts'
import { notMePage } from './public/not-me.tsx'
import { orgInvitePage } from './public/org-invite.tsx'
import { resetPasswordPage } from './public/reset-password.tsx'
import { revertEmailPage } from './public/revert-email.tsx'
import { setPasswordPage } from './public/set-password.tsx'
import { signInPage } from './public/sign-in.tsx'
import { signOutPage } from './public/sign-out.tsx'
import { signUpPage } from './public/sign-up.tsx'
import { signedOutPage } from './public/signed-out.tsx'
import { stepUpPage } from './public/step-up.tsx'
import { twoFactorPage } from './public/two-factor.tsx'
import { verifyEmailPage } from './public/verify-email.tsx'
import type { Hosted } from './view.ts'

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
