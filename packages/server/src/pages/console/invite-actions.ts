import { resendInvite, revokeInvite } from '../../features/admin/change-invite.ts'
import { createInvite } from '../../features/admin/create-invite.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Submission } from '../view.ts'
import { addressOf, chosen } from './filters.tsx'

export const INVITE_FILTERS = ['search', 'status'] as const

/** Back to the list as it was. */
const back = ({ query }: Submission, done: string): Redirect =>
  new Redirect(addressOf(pagePaths.consoleInvites, { ...chosen(query, [...INVITE_FILTERS, 'offset']), done }))

const inviteIn = ({ fields }: Submission) => ({ params: { id: fields['id'] ?? '' } })

/** What an administrator can do with invites. */
export const inviteActions = {
  async create(call: Submission) {
    await call.run(createInvite, { body: { email: call.fields['email'] } })
    return new Redirect(`${pagePaths.consoleInvites}?done=invited`)
  },

  async resend(call: Submission) {
    await call.run(resendInvite, inviteIn(call))
    return back(call, 'resent')
  },

  async revoke(call: Submission) {
    await call.run(revokeInvite, inviteIn(call))
    return back(call, 'revoked')
  },
}
