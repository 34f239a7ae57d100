import { accountPage } from './account/account-page.tsx'
import { addressProvedPage } from './address-proved.tsx'
import { changePasswordPage } from './change-password.ts'
import { checkMailPage } from './check-mail.tsx'
import { auditPage } from './console/audit.tsx'
import { dashboardPage } from './console/dashboard.tsx'
import { invitesPage } from './console/invites.tsx'
import { newUserPage } from './console/new-user.tsx'
import { consoleSignInPage } from './console/sign-in.tsx'
import { userPage } from './console/user.tsx'
import { usersPage } from './console/users.tsx'
import { deleteAccountPage } from './delete-account.tsx'
import { forgotPasswordPage } from './forgot-password.tsx'
import { homePage } from './home-page.ts'
import { invitePage } from './invite.tsx'
import type { Looks } from './layout.tsx'
import { resetPasswordPage } from './reset-password.tsx'
import { setPasswordPage } from './set-password.tsx'
import { signInPage } from './sign-in.tsx'
import { signOutPage } from './sign-out.tsx'
import { signUpPage } from './sign-up.tsx'
import { signedOutPage } from './signed-out.tsx'
import { stepUpPage } from './step-up.tsx'
import { twoFactorPage } from './two-factor.tsx'
import { verifyEmailPage } from './verify-email.tsx'
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
  invitePage(looks),
  accountPage(looks),
  changePasswordPage,
  stepUpPage(looks),
  deleteAccountPage(looks),
  signOutPage(looks),
  signedOutPage(looks),
  consoleSignInPage(looks),
  dashboardPage(looks),
  usersPage(looks),
  newUserPage(looks),
  userPage(looks),
  invitesPage(looks),
  auditPage(looks),
]
