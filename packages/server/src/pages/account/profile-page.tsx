import { rename } from '../../features/account/rename.ts'
import { setLanguage } from '../../features/account/set-language.ts'
import { cancelPendingEmailChange } from '../../features/lifecycle/pending-email-change.ts'
import { requestEmailChange } from '../../features/lifecycle/request-email-change.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Looks } from '../components/layout.tsx'
import { address, checkFields } from '../public/check-fields.ts'
import { sendVerification } from '../public/verify-email.tsx'
import type { Hosted } from '../view.ts'
import { accountDocument } from './account-document.tsx'
import { doneAt } from './done-at.ts'
import { AFTER_PROOF, EmailSection, pendingChangeOf } from './email-section.tsx'
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
