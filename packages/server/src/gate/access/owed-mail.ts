import type { Connection } from '../../platform/store/table.ts'
import type { Opened } from '../accounts/open-account.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import { record } from '../audit/audit.ts'
import { addCodeMail, type CodeMail, writeCodeMail } from '../codes/code-mail.ts'
import { codesIn } from '../codes/tables/codes.ts'
import type { Context } from '../deps.ts'
import { sendChallenge } from '../factors/send-challenge.ts'
import { limitMails } from '../limits/mail-limit.ts'
import { deliverOwn, type Undo } from '../mails/own-mail.ts'
import type { SignInMethod } from '../sessions/tables/sessions.ts'
import { admit, type Entered, type SignInOutcome } from './admit.ts'

/** Leads an account that was made in this very transaction through the gate, and writes the mail it owes. */
export async function admitNewcomer(
  tx: Connection,
  context: Context,
  { account: { id, credentialVersion }, events }: Opened,
  way: SignInMethod,
  returnTo: string | undefined,
): Promise<Entered> {
  const outcome = await admit(tx, context, { accountId: id, credentialVersion, proof: 'registration', way, causes: events })
  if (outcome.kind === 'refused') throw new Error(`a fresh account was not admitted: ${outcome.reason}`)
  if (outcome.kind !== 'verification') return outcome
  const counts = await limitMails(tx, context.deps, 'email-verification', outcome.account.email)
  const mail = writeCodeMail(context, 'email-verification', outcome.account, 'own', returnTo)
  const sent = await record(tx, context, 'email.verification.sent', { targetUserId: id })
  await addCodeMail(tx, mail, { counts, events: [sent], causes: events })
  return { ...outcome, mail }
}

/**
 * After the transaction: the code that is owed leaves now, or there is none. What `undo` takes back goes with a mail that does not
 * leave, so that a retry starts afresh.
 */
export async function sendOwedMail(context: Context, outcome: SignInOutcome, undo?: Undo): Promise<SignInOutcome> {
  if (outcome.kind === 'verification' && outcome.mail)
    return (await hasLeft(context, outcome.mail, undo)) ? outcome : { kind: 'refused', reason: 'mail-failed' }
  if (outcome.kind !== 'second-factor') return outcome
  const challenge = await sendChallenge(context, outcome.challenge, undo)
  if (challenge) return { ...outcome, challenge }
  // A challenge that a change of credentials ended meanwhile is no failure of the mail; an account of a moment ago has had none.
  const { id, credentialVersion } = outcome.account
  const isStale = !undo && (await accountsIn(context.deps.store).find(id))?.credentialVersion !== credentialVersion
  return { kind: 'refused', reason: isStale ? 'stale' : 'mail-failed' }
}

const hasLeft = ({ deps }: Context, { code, mail }: CodeMail, undo: Undo = async () => true): Promise<boolean> =>
  deliverOwn(deps, mail.id, async (tx) => {
    const isGone = await undo(tx)
    await codesIn(tx).remove(code.id)
    return isGone
  })
