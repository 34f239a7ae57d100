import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { checkFields, digits, password } from '../../../gate/pages/check-fields.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import type { PageHooks } from '../../../gate/pages/page-hooks.ts'
import type { Submission } from '../../../gate/pages/view.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { beginTotp } from '../flows/begin-totp.ts'
import { confirmTotp } from '../flows/confirm-totp.ts'
import { createRecoveryCodes } from '../flows/create-recovery-codes.ts'
import { disableTwoFactor } from '../flows/disable-two-factor.ts'
import { enableTwoFactor } from '../flows/enable-two-factor.ts'
import { listFactors } from '../flows/list-factors.ts'
import { removeTotp } from '../flows/remove-totp.ts'
import { pendingEnrolment } from '../steps/totp-enrolment.ts'
import { OUR_PARAMETERS } from '../totp.ts'
import { addedAs, addedAt, keepsOthers } from './other-devices.tsx'
import { NewCodes, RecoverySection } from './recovery-section.tsx'
import { TotpSection, TotpSetUp } from './totp-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

const showCodes = (call: Submission, looks: Looks, codes: readonly string[], done?: string) =>
  accountDocument(call, looks, {
    title: ({ security }) => security,
    content: ({ view }) => <NewCodes view={view} visit={call} codes={codes} done={done} />,
  })

/** Where there are no passwords, the route asks for a step-up instead. */
const checkOwner = (call: Submission): void => checkFields(call, hasPasswords(call.deps.config) ? { password } : {})

/** A secret that is shown only once is in the answer to its form, not behind a redirect. */
export const factorsPageHooks: PageHooks = {
  security: {
    rank: 3,
    async step({ view, visit }) {
      const isMistyped = visit.failure?.action === 'confirmTotp' && visit.caller
      const pending = isMistyped ? await pendingEnrolment(visit.deps, visit.caller) : undefined
      return pending && <TotpSetUp view={view} visit={visit} enrolment={pending} />
    },

    async content(panel) {
      const { visit } = panel
      const factors = await visit.run(listFactors)
      return (
        <>
          <TotpSection {...panel} factors={factors} />
          <TwoFactorSection {...panel} factors={factors} />
          <RecoverySection {...panel} factors={factors} />
        </>
      )
    },

    actions: (looks) => ({
      async beginTotp(call) {
        const enrolment = await call.run(beginTotp)
        return accountDocument(call, looks, {
          title: ({ security }) => security,
          content: ({ view }) => <TotpSetUp view={view} visit={call} enrolment={enrolment} />,
        })
      },

      async confirmTotp(call) {
        checkFields(call, { code: digits(OUR_PARAMETERS.digits) })
        const body = { code: call.fields['code'], keepOtherSessions: keepsOthers(call) }
        const { recoveryCodes } = await call.run(confirmTotp, { body })
        const done = addedAs(call, 'totp')
        return recoveryCodes ? showCodes(call, looks, recoveryCodes, done) : new Redirect(doneAt('totp', done))
      },

      async removeTotp({ run }) {
        await run(removeTotp)
        return new Redirect(doneAt('totp', 'totp-removed'))
      },

      makeCodes: async (call) => showCodes(call, looks, (await call.run(createRecoveryCodes)).recoveryCodes),

      async enableTwoFactor(call) {
        checkOwner(call)
        const body = { password: call.fields['password'], keepOtherSessions: keepsOthers(call) }
        await call.run(enableTwoFactor, { body })
        return new Redirect(addedAt(call, 'two-factor', 'two-factor-on'))
      },

      async disableTwoFactor(call) {
        checkOwner(call)
        await call.run(disableTwoFactor, { body: { password: call.fields['password'] } })
        return new Redirect(doneAt('two-factor', 'two-factor-off'))
      },
    }),
  },
}
