import type { Account } from '../../store/tables/accounts.ts'
import type { Way } from '../../store/tables/sessions.ts'
import type { Tables } from '../../store/tables.ts'
import { record } from '../audit/audit.ts'
import { addCodeMail, type CodeMail, writeCodeMail } from '../codes/code-mail.ts'
import type { Context } from '../deps.ts'
import { type OpenedChallenge, openChallenge } from '../factors/challenge.ts'
import { sendChallenge } from '../factors/send-challenge.ts'
import { limitMails } from '../limits/mail-limit.ts'
import { deliverOwn, type Undo } from '../mails/own-mail.ts'
import type { IssuedSession } from '../sessions/issue-session.ts'
import { admit } from './admit.ts'
import type { Opened } from './open-account.ts'

export type NewcomerAdmission =
  | { readonly kind: 'session'; readonly account: Account; readonly issued: IssuedSession }
  | { readonly kind: 'verification-pending'; readonly account: Account; readonly written: CodeMail }
  | { readonly kind: 'gated'; readonly account: Account; readonly challenge: OpenedChallenge }

/** Leads an account that was made in this very transaction through the gate, and writes the mail it owes. */
export async function admitNewcomer(
  tx: Tables,
  context: Context,
  { account: { id, credentialVersion }, events }: Opened,
  way: Way,
  returnTo: string | undefined,
): Promise<NewcomerAdmission> {
  const admission = await admit(tx, context, { accountId: id, credentialVersion, proof: 'registration', way })
  switch (admission.kind) {
    case 'admitted':
      return { kind: 'session', account: admission.account, issued: admission.issued }
    case 'owes-second-factor': {
      const { account } = admission
      return { kind: 'gated', account, challenge: await openChallenge(tx, context, account, { way }, events) }
    }
    case 'owes-verification': {
      const counts = await limitMails(tx, context.deps, 'email-verification', admission.account.email)
      const written = writeCodeMail(context, 'email-verification', admission.account, 'own', returnTo)
      const sent = await record(tx, context, 'email.verification.sent', { targetUserId: id })
      await addCodeMail(tx, written, { counts, events: [sent], causes: events })
      return { kind: 'verification-pending', account: admission.account, written }
    }
    default:
      throw new Error(`a fresh account was not admitted: ${admission.kind}`)
  }
}

/** Sends what the newcomer owes. Undefined when it does not leave: `undo` has taken the account back, so that a retry works. */
export async function sendNewcomerMail(
  context: Context,
  admission: NewcomerAdmission,
  undo: Undo,
): Promise<NewcomerAdmission | undefined> {
  if (admission.kind === 'session') return admission
  if (admission.kind === 'gated') {
    const challenge = await sendChallenge(context, admission.challenge, undo)
    return challenge && { ...admission, challenge }
  }
  const { code, mail } = admission.written
  const isSent = await deliverOwn(context.deps, mail.id, async (tx) => {
    const isGone = await undo(tx)
    await tx.codes.remove(code.id)
    return isGone
  })
  return isSent ? admission : undefined
}
