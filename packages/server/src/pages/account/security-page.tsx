import { opensByPasskey } from '../../core/access/ways-in.ts'
import { listDevices } from '../../features/devices/list-devices.ts'
import { listFactors } from '../../features/factors/list-factors.ts'
import { unlinkProvider } from '../../features/oauth/unlink.ts'
import { changePassword } from '../../features/password/change-password.ts'
import { requestSetPassword } from '../../features/password/request-set-password.ts'
import { disableTwoFactor } from '../../features/two-factor/disable-two-factor.ts'
import { enableTwoFactor } from '../../features/two-factor/enable-two-factor.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Looks } from '../components/layout.tsx'
import { checkFields, newPassword, password } from '../public/check-fields.ts'
import type { Hosted } from '../view.ts'
import { accountDocument } from './account-document.tsx'
import { DevicesSection } from './devices-section.tsx'
import { doneAt } from './done-at.ts'
import { factorActions } from './factor-actions.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { opening, providersOf } from './providers-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { TotpSection } from './totp-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

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
