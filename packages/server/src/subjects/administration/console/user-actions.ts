import { pagePaths } from '../../../gate/page-paths.ts'
import { address, checkFields } from '../../../gate/pages/check-fields.ts'
import type { Submission } from '../../../gate/pages/view.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { banUser, unbanUser } from '../flows/ban-user.ts'
import { changeUserEmail } from '../flows/change-user-email.ts'
import { deleteUser } from '../flows/delete-user.ts'
import { endUserSession, endUserSessions } from '../flows/end-user-sessions.ts'
import { getUser } from '../flows/get-user.ts'
import { renameUser } from '../flows/rename-user.ts'
import { resetUserFactors, sendUserReset } from '../flows/send-user-reset.ts'
import { setRole } from '../flows/set-role.ts'
import { verifyUser } from '../flows/verify-user.ts'

const back = ({ params }: Submission, done: string): Redirect =>
  new Redirect(`${pagePaths.consoleUsers}/${params['id']}?${new URLSearchParams({ done })}`)

/** What an administrator can do to one account. */
export const userActions = {
  async rename(call: Submission) {
    await call.run(renameUser, { params: call.params, body: { name: call.fields['name'] } })
    return back(call, 'renamed')
  },

  async changeEmail(call: Submission) {
    checkFields(call, { email: address })
    await call.run(changeUserEmail, {
      params: call.params,
      body: { email: call.fields['email'], revertible: call.fields['final'] === undefined },
    })
    return back(call, 'emailChanged')
  },

  async verify(call: Submission) {
    await call.run(verifyUser, { params: call.params })
    return back(call, 'verified')
  },

  async sendReset(call: Submission) {
    await call.run(sendUserReset, { params: call.params })
    return back(call, 'resetSent')
  },

  async resetFactors(call: Submission) {
    await call.run(resetUserFactors, { params: call.params })
    return back(call, 'factorsReset')
  },

  async promote(call: Submission) {
    await call.run(setRole, { params: call.params, body: { role: 'admin' } })
    return back(call, 'promoted')
  },

  async demote(call: Submission) {
    await call.run(setRole, { params: call.params, body: { role: 'user' } })
    return back(call, 'demoted')
  },

  async ban(call: Submission) {
    await call.run(banUser, { params: call.params, body: { reason: call.fields['reason'] } })
    return back(call, 'banned')
  },

  async unban(call: Submission) {
    await call.run(unbanUser, { params: call.params })
    return back(call, 'unbanned')
  },

  async endSession(call: Submission) {
    await call.run(endUserSession, { params: { ...call.params, sessionId: call.fields['sessionId'] ?? '' } })
    return back(call, 'sessionEnded')
  },

  async endSessions(call: Submission) {
    await call.run(endUserSessions, { params: call.params })
    return back(call, 'sessionsEnded')
  },

  async delete(call: Submission) {
    const { user } = await call.run(getUser, { params: call.params })
    if (canonicalEmail(call.fields['email'] ?? '') !== user.email) throw new Failure('invalid_input')
    await call.run(deleteUser, { params: call.params })
    return new Redirect(`${pagePaths.consoleUsers}?done=deleted`)
  },
}
