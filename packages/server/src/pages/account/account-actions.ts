import { deleteWithPassword } from '../../features/account/delete-with-password.ts'
import { rename } from '../../features/account/rename.ts'
import { requestDeletion } from '../../features/account/request-deletion.ts'
import { setLanguage } from '../../features/account/set-language.ts'
import { linkProvider, unlinkProvider } from '../../features/oauth/link.ts'
import { changePassword } from '../../features/password/change-password.ts'
import { requestSetPassword } from '../../features/password/request-set-password.ts'
import { endOtherSessions } from '../../features/session/end-other-sessions.ts'
import { endSession } from '../../features/session/end-session.ts'
import { disableTwoFactor } from '../../features/two-factor/disable-two-factor.ts'
import { enableTwoFactor } from '../../features/two-factor/enable-two-factor.ts'
import { resendVerification } from '../../features/verification/resend-verification.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Looks } from '../components/layout.tsx'
import { type Hosted, viewOf } from '../view.ts'
import { doneAt } from './done-at.ts'
import { VERIFY_ADDRESS } from './email-section.tsx'
import { leavingPage } from './leaving-page.tsx'
import { SESSIONS_OFFSET } from './sessions-section.tsx'

/** What the forms of the account centre do. */
export const accountActions = (looks: Looks): NonNullable<Hosted['actions']> => ({
  async rename({ run, fields: { name } }) {
    await run(rename, { body: { name } })
    return new Redirect(doneAt('name', 'name'))
  },

  async setLanguage({ run, fields: { language } }) {
    await run(setLanguage, { body: { language } })
    return new Redirect(doneAt('language', 'language'))
  },

  async verify({ run }) {
    await run(resendVerification)
    return new Redirect(VERIFY_ADDRESS)
  },

  async changePassword({ run, fields: { oldPassword, newPassword } }) {
    await run(changePassword, { body: { oldPassword, newPassword } })
    return new Redirect(doneAt('password', 'password'))
  },

  async requestPassword({ run }) {
    await run(requestSetPassword)
    return new Redirect(pagePaths.setPassword)
  },

  async enableTwoFactor({ run, fields: { password, keepOtherSessions } }) {
    await run(enableTwoFactor, { body: { password, keepOtherSessions: keepOtherSessions !== undefined } })
    return new Redirect(doneAt('two-factor', 'two-factor-on'))
  },

  async disableTwoFactor({ run, fields: { password } }) {
    await run(disableTwoFactor, { body: { password } })
    return new Redirect(doneAt('two-factor', 'two-factor-off'))
  },

  async endSession({ run, fields: { id = '' }, query: { [SESSIONS_OFFSET]: offset } }) {
    await run(endSession, { params: { id } })
    return new Redirect(doneAt('sessions', 'ended', offset === undefined ? {} : { [SESSIONS_OFFSET]: offset }))
  },

  async endOtherSessions({ run }) {
    await run(endOtherSessions)
    return new Redirect(doneAt('sessions', 'others-ended'))
  },

  async link(call) {
    const { provider = '' } = call.fields
    const returnTo = doneAt('providers', 'linked')
    const { url } = await call.run(linkProvider, { params: { provider }, body: { returnTo } })
    return leavingPage(viewOf(call), looks, call.deps.providers.get(provider)?.label ?? provider, url)
  },

  async unlink({ run, fields: { provider = '' } }) {
    await run(unlinkProvider, { params: { provider } })
    return new Redirect(doneAt('providers', 'unlinked'))
  },

  async deleteAccount({ run, fields: { password } }) {
    await run(deleteWithPassword, { body: { password } })
    return new Redirect(`${pagePaths.signedOut}?done=deleted`)
  },

  async requestDeletion({ run }) {
    await run(requestDeletion)
    return new Redirect(pagePaths.deleteAccount)
  },
})
