import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { checkFields, newPassword, password } from '../../../gate/pages/check-fields.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { Hosted } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { listDevices } from '../../devices/flows/devices.ts'
import { DevicesSection } from '../../devices/pages/devices-section.tsx'
import { disableTwoFactor } from '../../factors/flows/disable-two-factor.ts'
import { enableTwoFactor } from '../../factors/flows/enable-two-factor.ts'
import { listFactors } from '../../factors/flows/list-factors.ts'
import { factorActions } from '../../factors/pages/factor-actions.tsx'
import { RecoverySection } from '../../factors/pages/recovery-section.tsx'
import { TotpSection } from '../../factors/pages/totp-section.tsx'
import { TwoFactorSection } from '../../factors/pages/two-factor-section.tsx'
import { PasskeysSection } from '../../passkeys/pages/passkeys-section.tsx'
import { opensByPasskey } from '../../passkeys/steps/relying-party.ts'
import { changePassword } from '../../passwords/flows/change-password.ts'
import { requestSetPassword } from '../../passwords/flows/request-set-password.ts'
import { PasswordSection } from '../../passwords/pages/password-section.tsx'
import { unlinkProvider } from '../../providers/flows/unlink.ts'
import { opening, providersOf } from '../../providers/pages/providers-section.tsx'

/** `/account/security`: what it takes to get in. */
export const securityPage = (looks: Looks): Hosted => ({
  path: pagePaths.accountSecurity,
  for: 'people',
  shownAgain: ['keepOtherSessions', 'code', 'id', 'name'],

  show: (visit) =>
    accountDocument(visit, looks, {
      title: ({ security }) => security,
      hasPasskeys: opensByPasskey(visit.deps),
      content: async (panel) => {
        const factors = await visit.run(listFactors)
        return (
          <>
            <PasswordSection {...panel} linked={opening(await providersOf(visit))} />
            <PasskeysSection {...panel} factors={factors} />
            <TotpSection {...panel} factors={factors} />
            <TwoFactorSection {...panel} factors={factors} />
            <RecoverySection {...panel} factors={factors} />
            <DevicesSection {...panel} list={await visit.run(listDevices)} />
          </>
        )
      },
    }),

  actions: {
    ...factorActions(looks),

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

    async enableTwoFactor(call) {
      checkFields(call, { password })
      const { password: typed, keepOtherSessions } = call.fields
      await call.run(enableTwoFactor, { body: { password: typed, keepOtherSessions: keepOtherSessions !== undefined } })
      return new Redirect(doneAt('two-factor', 'two-factor-on'))
    },

    async disableTwoFactor(call) {
      checkFields(call, { password })
      await call.run(disableTwoFactor, { body: { password: call.fields['password'] } })
      return new Redirect(doneAt('two-factor', 'two-factor-off'))
    },

    /** For what still opens an account whose password was just changed. */
    async unlink({ run, fields: { provider = '' } }) {
      await run(unlinkProvider, { params: { provider } })
      return new Redirect(doneAt('providers', 'unlinked'))
    },
  },
})
