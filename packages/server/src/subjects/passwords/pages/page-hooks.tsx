import { pagePaths } from '../../../gate/page-paths.ts'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { checkFields, newPassword, password } from '../../../gate/pages/check-fields.ts'
import type { PageHooks } from '../../../gate/pages/page-hooks.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { openingProviders, providersOf, unlinkProvider } from '../../providers/index.ts'
import { foreignFacts } from '../console/foreign-facts.tsx'
import { changePassword } from '../flows/change-password.ts'
import { requestSetPassword } from '../flows/request-set-password.ts'
import { PasswordSection } from './password-section.tsx'

export const passwordsPageHooks: PageHooks = {
  serviceFacts: foreignFacts,
  security: {
    rank: 1,
    content: async (panel) =>
      hasPasswords(panel.visit.deps.config) && (
        <PasswordSection {...panel} linked={openingProviders(await providersOf(panel.visit))} />
      ),

    actions: () => ({
      async changePassword(call) {
        checkFields(call, { oldPassword: password, newPassword })
        const { oldPassword, newPassword: chosen } = call.fields
        await call.run(changePassword, { body: { oldPassword, newPassword: chosen } })
        return new Redirect(doneAt('password', 'password'))
      },

      async requestPassword({ run }) {
        await run(requestSetPassword)
        return new Redirect(pagePaths.setPassword)
      },

      /** After a change of the password, the section offers to unlink providers that still open the account. */
      async unlink({ run, fields: { provider = '' } }) {
        await run(unlinkProvider, { params: { provider } })
        return new Redirect(doneAt('providers', 'unlinked'))
      },
    }),
  },
}
