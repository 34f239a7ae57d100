import { pagePaths } from '../../../gate/page-paths.ts'
import { address, checkFields } from '../../../gate/pages/check-fields.ts'
import type { Submission } from '../../../gate/pages/view.ts'
import { hasMailSender } from '../../../platform/config/refusals.ts'
import { canonicalEmail } from '../../../platform/kernel/email-address.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { saveUserData } from '../../data/index.ts'
import { banUser, unbanUser } from '../flows/ban-user.ts'
import { changeUserEmail } from '../flows/change-user-email.ts'
import { deleteUser } from '../flows/delete-user.ts'
import { endUserSession, endUserSessions } from '../flows/end-user-sessions.ts'
import { getUser } from '../flows/get-user.ts'
import { renameUser } from '../flows/rename-user.ts'
import { resetUserFactors, sendUserReset } from '../flows/send-user-reset.ts'
import { setRole } from '../flows/set-role.ts'
import { setScopes } from '../flows/set-scopes.ts'
import { verifyUser } from '../flows/verify-user.ts'
import { rightsIn } from './user-rights.tsx'

async function back({ params }: Submission, done: string, answer: Promise<unknown>): Promise<Redirect> {
  await answer
  return new Redirect(`${pagePaths.consoleUsers}/${params['id']}?${new URLSearchParams({ done })}`)
}

export const userActions = {
  rename: (call: Submission) =>
    back(call, 'renamed', call.run(renameUser, { params: call.params, body: { name: call.fields['name'] } })),

  saveData: (call: Submission) => back(call, 'dataSaved', saveUserData(call)),

  async changeEmail(call: Submission) {
    checkFields(call, { email: address })
    const body = { email: call.fields['email'], revertible: call.fields['final'] === undefined }
    const done = hasMailSender(call.deps.config) ? 'emailChanged' : 'emailChangedOnly'
    return back(call, done, call.run(changeUserEmail, { params: call.params, body }))
  },

  verify: (call: Submission) => back(call, 'verified', call.run(verifyUser, { params: call.params })),
  sendReset: (call: Submission) => back(call, 'resetSent', call.run(sendUserReset, { params: call.params })),
  resetFactors: (call: Submission) => back(call, 'factorsReset', call.run(resetUserFactors, { params: call.params })),

  promote: (call: Submission) => back(call, 'promoted', call.run(setRole, { params: call.params, body: { role: 'admin' } })),

  demote: (call: Submission) => back(call, 'demoted', call.run(setRole, { params: call.params, body: { role: 'user' } })),

  limit: (call: Submission) =>
    back(call, 'limited', call.run(setScopes, { params: call.params, body: { scopes: rightsIn(call.fields) } })),

  ban: (call: Submission) =>
    back(call, 'banned', call.run(banUser, { params: call.params, body: { reason: call.fields['reason'] } })),

  unban: (call: Submission) => back(call, 'unbanned', call.run(unbanUser, { params: call.params })),

  endSession(call: Submission) {
    const params = { ...call.params, sessionId: call.fields['sessionId'] ?? '' }
    return back(call, 'sessionEnded', call.run(endUserSession, { params }))
  },

  endSessions: (call: Submission) => back(call, 'sessionsEnded', call.run(endUserSessions, { params: call.params })),

  async delete(call: Submission) {
    const { user } = await call.run(getUser, { params: call.params })
    if (canonicalEmail(call.fields['email'] ?? '') !== user.email) throw new Failure('invalid_input')
    await call.run(deleteUser, { params: call.params })
    return new Redirect(`${pagePaths.consoleUsers}?done=deleted`)
  },
}
