import { allowedAddresses } from '../../gate/accounts/allowed-addresses.ts'
import { pagePaths } from '../../gate/page-paths.ts'
import { destinationOf } from '../../gate/pages/after-credentials.ts'
import type { Looks } from '../../gate/pages/layout.tsx'
import type { Hosted } from '../../gate/pages/view.ts'
import { RegistrationHook } from '../../gate/registration-hook/registration-hook.ts'
import type { Subject } from '../../gate/subject.ts'
import { Redirect } from '../../platform/kernel/endpoint.ts'
import { checkAdministrators } from './check-administrators.ts'
import { accountsErrors } from './errors.ts'
import { accountsEvents } from './events.ts'
import { check } from './flows/check.ts'
import { deleteWithCode } from './flows/delete-with-code.ts'
import { deleteWithPassword } from './flows/delete-with-password.ts'
import { exportAccount } from './flows/export-account.ts'
import { adminLogin, login } from './flows/login.ts'
import { me } from './flows/me.ts'
import { register } from './flows/register.ts'
import { rename } from './flows/rename.ts'
import { requestDeletion } from './flows/request-deletion.ts'
import { setLanguage } from './flows/set-language.ts'
import { accountsMails } from './mails.ts'
import { dataPage } from './pages/data-page.tsx'
import { deleteAccountPage } from './pages/delete-account.tsx'
import { profilePage } from './pages/profile-page.tsx'
import { securityPage } from './pages/security-page.tsx'
import { signInPage } from './pages/sign-in.tsx'
import { signOutPage } from './pages/sign-out.tsx'
import { signUpPage } from './pages/sign-up.tsx'
import { signedOutPage } from './pages/signed-out.tsx'
import { accountsSettings } from './settings.ts'
import { accountsRules, accountsWarnings } from './settings-rules.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

const homePage: Hosted = { path: pagePaths.home, for: 'people', show: async (visit) => new Redirect(destinationOf(visit)) }

export { adminLogin } from './flows/login.ts'

export const accounts = {
  title: 'Accounts',
  order: 1,
  endpoints: {
    register,
    login,
    adminLogin,
    me,
    check,
    rename,
    setLanguage,
    deleteWithPassword,
    requestDeletion,
    deleteWithCode,
    exportAccount,
  },
  pages: (looks: Looks) => [
    homePage,
    signInPage(looks),
    signUpPage(looks),
    profilePage(looks),
    securityPage(looks),
    dataPage(looks),
    deleteAccountPage(looks),
    signOutPage(looks),
    signedOutPage(looks),
  ],
  errors: accountsErrors,
  settings: accountsSettings,
  rules: accountsRules,
  warnings: accountsWarnings,
  checks: { configured: checkAdministrators },
  events: accountsEvents,
  mails: accountsMails,
  words: { de, en, es, fr },
  opens: async ({ config, clock, log }) => ({
    allowedAddresses: allowedAddresses(config.registration),
    registrationHook: new RegistrationHook({ config, clock, log }),
  }),
} as const satisfies Subject
