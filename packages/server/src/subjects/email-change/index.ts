import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { emailChangeErrors } from './errors.ts'
import { emailChangeEvents } from './events.ts'
import { confirmEmailChange } from './flows/confirm-email-change.ts'
import { cancelPendingEmailChange, getEmailChange } from './flows/pending-email-change.ts'
import { requestEmailChange } from './flows/request-email-change.ts'
import { revertEmail } from './flows/revert-email.ts'
import { emailChangeHooks } from './hooks.ts'
import { emailChangeMails, emailChangeSamples } from './mails.ts'
import { emailChangeTables } from './migrations.ts'
import { changeEmailPage } from './pages/change-email.tsx'
import { revertEmailPage } from './pages/revert-email.tsx'
import { emailChangeSettings } from './settings.ts'
import { EMAIL_CHANGES } from './tables/email-changes.ts'
import { EMAIL_REVERTS } from './tables/email-reverts.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export { cancelPendingEmailChange } from './flows/pending-email-change.ts'
export { requestEmailChange } from './flows/request-email-change.ts'
export { AFTER_PROOF, confirmOwnChange, EmailSection, pendingChangeOf } from './pages/email-section.tsx'
export { cancelEmailChange } from './steps/cancel-email-change.ts'
export { overruleEmail } from './steps/overrule-email.ts'

export const emailChange = {
  title: 'Email address',
  order: 9,
  endpoints: { requestEmailChange, getEmailChange, cancelPendingEmailChange, confirmEmailChange, revertEmail },
  pages: (looks: Looks) => [changeEmailPage(looks), revertEmailPage(looks)],
  tables: [EMAIL_CHANGES, EMAIL_REVERTS],
  migrations: [emailChangeTables],
  errors: emailChangeErrors,
  settings: emailChangeSettings,
  events: emailChangeEvents,
  mails: emailChangeMails,
  mailSamples: emailChangeSamples,
  words: { de, en, es, fr },
  hooks: emailChangeHooks,
} as const satisfies Subject
