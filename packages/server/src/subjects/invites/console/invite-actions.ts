import { pagePaths } from '../../../gate/page-paths.ts'
import { checkFields, filled } from '../../../gate/pages/check-fields.ts'
import { addressOf, chosen } from '../../../gate/pages/console/filters.tsx'
import type { Submission } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { type ErrorCode, Failure } from '../../../platform/kernel/errors.ts'
import { createInvite, resendInvite, revokeInvite } from '../flows/invites.ts'

export const INVITE_FILTERS = ['search', 'status'] as const

/** Each is a mail that is sent while the page waits. */
export const MOST_AT_ONCE = 50

/** What became of several that were sent together. */
export interface Sent {
  readonly count: number
  readonly refused: readonly { readonly email: string; readonly code: ErrorCode }[]
}

/** Back to the list as it was. */
const back = ({ query }: Submission, done: string): Redirect =>
  new Redirect(addressOf(pagePaths.consoleInvites, { ...chosen(query, [...INVITE_FILTERS, 'offset']), done }))

const inviteIn = ({ fields }: Submission) => ({ params: { id: fields['id'] ?? '' } })

const addressesIn = (text = ''): readonly string[] => [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))]

/** One that is refused does not keep the others from being sent; where no mail leaves the house, no more are tried. */
async function inviteEach(call: Submission, emails: readonly string[]): Promise<Sent> {
  const refused: { email: string; code: ErrorCode }[] = []
  for (const [at, email] of emails.entries()) {
    try {
      await call.run(createInvite, { body: { email } })
    } catch (error) {
      if (!(error instanceof Failure) || !REFUSALS.has(error.code)) throw error
      const { code } = error
      refused.push(...(code === 'email_failed' ? emails.slice(at) : [email]).map((one) => ({ email: one, code })))
      if (code === 'email_failed') break
    }
  }
  return { count: emails.length - refused.length, refused }
}

const REFUSALS: ReadonlySet<string> = new Set(['invalid_email', 'email_already_exists', 'invite_already_exists', 'email_failed'])

/** What an administrator can do with invites. Some of which could not be sent are told by `report`. */
export const inviteActions = (report: (call: Submission, sent: Sent) => Promise<{ readonly html: string }>) => ({
  async create(call: Submission) {
    const emails = addressesIn(call.fields['email'])
    checkFields(call, { email: filled })
    if (emails.length > MOST_AT_ONCE) throw new Failure('invalid_input')
    if (emails.length <= 1) {
      await call.run(createInvite, { body: { email: emails[0] ?? '' } })
      return new Redirect(`${pagePaths.consoleInvites}?done=invited`)
    }
    const sent = await inviteEach(call, emails)
    return sent.refused.length > 0 ? report(call, sent) : new Redirect(`${pagePaths.consoleInvites}?done=invitedSeveral`)
  },

  async resend(call: Submission) {
    await call.run(resendInvite, inviteIn(call))
    return back(call, 'resent')
  },

  async revoke(call: Submission) {
    await call.run(revokeInvite, inviteIn(call))
    return back(call, 'revoked')
  },
})
