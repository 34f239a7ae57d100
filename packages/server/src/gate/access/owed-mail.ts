import type { OpenedAccount } from '../accounts/open-account.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import { addCodeMail, type CodeMail, writeCodeMail } from '../codes/code-mail.ts'
import { codesIn } from '../codes/tables/codes.ts'
import type { Context } from '../deps.ts'
import { sendChallenge } from '../factors/send-challenge.ts'
import { limitHeld } from '../limits/stranger-mails.ts'
import { deliverOwn, type Undo } from '../mails/own-mail.ts'
import type { SignInMethod } from '../sessions/tables/sessions.ts'
import type { Transaction } from '../transaction.ts'
import { type AdmittedSignIn, admit, type SignInOutcome } from './admit.ts'

/** Leads an account that was made in this very transaction through the gate, and writes its verification mail. */
export async function admitNewcomer(
  tx: Transaction,
  { account: { id, credentialVersion }, events }: OpenedAccount,
  signIn: SignInMethod,
  returnTo: string | undefined,
): Promise<AdmittedSignIn> {
  const outcome = await admit(tx, { accountId: id, credentialVersion, proof: 'registration', signIn, causes: events })
  if (outcome.kind === 'refused') throw new Error(`a fresh account was not admitted: ${outcome.reason}`)
  if (outcome.kind !== 'verification') return outcome
  const counts = await limitHeld(tx, tx.deps, 'email-verification', outcome.account)
  const mail = writeCodeMail(tx, 'email-verification', outcome.account, 'own', returnTo)
  const sent = await tx.record('email.verification.sent', { targetUserId: id })
  await addCodeMail(tx, mail, { counts, events: [sent], causes: events })
  return { ...outcome, mail }
}

/** Sends the code after the transaction. Where the mail server refuses the mail, `undo` runs, so that a retry starts afresh. */
export async function sendOwedMail(context: Context, outcome: SignInOutcome, undo?: Undo): Promise<SignInOutcome> {
  if (outcome.kind === 'verification' && outcome.mail)
    return (await hasLeft(context, outcome.mail, undo)) ? outcome : { kind: 'refused', reason: 'mail-failed' }
  if (outcome.kind !== 'second-factor') return outcome
  const challenge = await sendChallenge(context, outcome.challenge, undo)
  if (challenge) return { ...outcome, challenge }
  // A challenge that a change of credentials ended meanwhile is no failure of the mail; a new account cannot have had one.
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
