import type { Looks } from '../../gate/pages/layout.tsx'
import type { Hosted } from '../../gate/pages/view.ts'
import { countKinds } from '../../gate/passwords/foreign/count-kinds.ts'
import { hasPasswords } from '../../gate/passwords/has-passwords.ts'
import type { Subject } from '../../gate/subject.ts'
import { checkBreached } from './check-breached.ts'
import { checkForeign } from './check-foreign.ts'
import { buildBreached } from './commands/build-breached.ts'
import { usersSchemes } from './commands/users-schemes.ts'
import { passwordsErrors } from './errors.ts'
import { passwordsEvents } from './events.ts'
import { changePassword } from './flows/change-password.ts'
import { forgotPassword } from './flows/forgot-password.ts'
import { requestSetPassword } from './flows/request-set-password.ts'
import { resetPassword } from './flows/reset-password.ts'
import { setPassword } from './flows/set-password.ts'
import { passwordsMails } from './mails.ts'
import { changePasswordPage } from './pages/change-password.ts'
import { forgotPasswordPage } from './pages/forgot-password.tsx'
import { passwordsPageHooks } from './pages/page-hooks.tsx'
import { resetPasswordPage } from './pages/reset-password.tsx'
import { setPasswordPage } from './pages/set-password.tsx'
import { voidOldHashes } from './steps/void-old-hashes.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export { forgotPassword } from './flows/forgot-password.ts'
export { requestSetPassword } from './flows/request-set-password.ts'

/** A page that is not there where there are no passwords. */
const whilePasswords = (page: Hosted): Hosted => ({
  ...page,
  show: async (visit) => (hasPasswords(visit.deps.config) ? page.show(visit) : undefined),
})

export const passwords = {
  title: 'Passwords',
  order: 4,
  endpoints: { forgotPassword, resetPassword, changePassword, requestSetPassword, setPassword },
  pages: (looks: Looks) =>
    [forgotPasswordPage(looks), resetPasswordPage(looks), setPasswordPage(looks), changePasswordPage].map(whilePasswords),
  errors: passwordsErrors,
  events: passwordsEvents,
  mails: passwordsMails,
  words: { de, en, es, fr },
  commands: [buildBreached, usersSchemes],
  checks: { settings: checkBreached, rows: checkForeign },
  pageHooks: passwordsPageHooks,
  upkeep: ({ passwords: { importedHashTtl } }) => [
    ...(importedHashTtl === undefined ? [] : [voidOldHashes(importedHashTtl)]),
    countKinds(),
  ],
} as const satisfies Subject
