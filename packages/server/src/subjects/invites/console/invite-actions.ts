import { pagePaths } from '../../../gate/page-paths.ts'
import { checkFields, filled } from '../../../gate/pages/check-fields.ts'
import { addressOf, chosen } from '../../../gate/pages/console/filters.tsx'
import type { Submission } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { type ErrorCode, Failure } from '../../../platform/kernel/errors.ts'
import { createInvite, resendInvite, revokeInvite } from '../flows/invites.ts'

export const INVITE_FILTERS = ['search', 'status'] as const

/** The page waits while the mails are sent, one after another. */
export const MAX_INVITES_AT_ONCE = 50

type Refused = { readonly email: string; readonly code: ErrorCode }
export type Sent = { readonly count: number; readonly refused: readonly Refused[] }

const back = ({ query }: Submission, done: string): Redirect =>
  new Redirect(addressOf(pagePaths.consoleInvites, { ...chosen(query, [...INVITE_FILTERS, 'offset']), done }))

const inviteIn = ({ fields }: Submission) => ({ params: { id: fields['id'] ?? '' } })

const addressesIn = (text = ''): readonly string[] => [...new Set(text.split(/[\s,;]+/).filter((one) => one !== ''))]

/** An address that is refused does not stop the others; a mail that cannot be sent does, because the next would fail as well. */
async function inviteEach(call: Submission, emails: readonly string[]): Promise<Sent> {
  const refused: Refused[] = []
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

/** `report` shows the page again, with the invites that could not be sent. */
export const inviteActions = (report: (call: Submission, sent: Sent) => Promise<{ readonly html: string }>) => ({
  async create(call: Submission) {
    const emails = addressesIn(call.fields['email'])
    checkFields(call, { email: filled })
    if (emails.length > MAX_INVITES_AT_ONCE) throw new Failure('invalid_input')
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
