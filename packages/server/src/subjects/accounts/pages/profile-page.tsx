import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { address, checkFields } from '../../../gate/pages/check-fields.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { cancelPendingEmailChange } from '../../email-change/flows/pending-email-change.ts'
import { requestEmailChange } from '../../email-change/flows/request-email-change.ts'
import { AFTER_PROOF, EmailSection, pendingChangeOf } from '../../email-change/pages/email-section.tsx'
import { sendVerification } from '../../verification/pages/verify-email.tsx'
import { rename } from '../flows/rename.ts'
import { setLanguage } from '../flows/set-language.ts'
import { LanguageSection } from './language-section.tsx'
import { NameSection } from './name-section.tsx'

/** `/account`: who one is here. */
export const profilePage = (looks: Looks): Hosted => ({
  path: pagePaths.account,
  for: 'people',
  shownAgain: ['name', 'email'],

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ profile }) => profile,
      content: async (panel) => (
        <>
          <NameSection {...panel} />
          <EmailSection {...panel} pending={await pendingChangeOf(visit)} />
          <LanguageSection {...panel} />
        </>
      ),
    }),

  actions: {
    async rename({ run, fields: { name } }) {
      await run(rename, { body: { name } })
      return new Redirect(doneAt('name', 'name'))
    },

    async setLanguage({ run, fields: { language } }) {
      await run(setLanguage, { body: { language } })
      return new Redirect(doneAt('language', 'language'))
    },

    async changeEmail(call) {
      checkFields(call, { email: address })
      await call.run(requestEmailChange, { body: { email: call.fields['email'] } })
      return new Redirect(doneAt('email', 'change-requested'))
    },

    async cancelEmailChange({ run }) {
      await run(cancelPendingEmailChange)
      return new Redirect(doneAt('email', 'change-cancelled'))
    },

    verify: (call) => sendVerification(call, AFTER_PROOF),
  },
})
