import { Type } from 'typebox'
import { Failure } from '../../platform/kernel/errors.ts'
import type { Connection } from '../../platform/store/table.ts'
import { readGuest } from '../accounts/newcomer.ts'
import { openAccount } from '../accounts/open-account.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import type { Context } from '../deps.ts'
import { inTransaction, type Transaction } from '../transaction.ts'
import { answerSignIn, Gated, SessionResult } from '../views/entry-view.ts'
import { admitNewcomer, sendOwedMail } from './owed-mail.ts'

/** What the routes that make an account from an invite have in common. */
export const invitedRegistration = {
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({ code: Type.String(), name: Type.String(), password: Type.String(), confirmPassword: Type.String() }),
  reply: Type.Union([SessionResult, Gated]),
  status: 201,
} as const

interface Registering extends Context {
  readonly body: { readonly name: string; readonly password: string; readonly confirmPassword: string }
}

interface InviteSteps<Held> {
  /** Before there is an account: the invite is locked, or spent. */
  hold(tx: Connection): Promise<Held>
  /** After there is one. The events that tell of it go with the account if it has to be taken back. */
  accept(tx: Transaction, held: Held, account: Account): Promise<readonly string[]>
  /** Takes account and acceptance back, when the mail that is owed does not leave. False where they stand after all. */
  undo(tx: Connection, held: Held, accountId: string): Promise<boolean>
}

/**
 * Makes an account for the address an invite was issued to and no other.
 *
 * The mailbox is proved by the token, so the account is verified. Spending the invite, making the account and issuing
 * the session are one transaction: where any of them fails the invite stays open.
 */
export async function registerInvited<Held>(call: Registering, email: string, { hold, accept, undo }: InviteSteps<Held>) {
  const { body, client, deps } = call
  if (body.password !== body.confirmPassword) throw new Failure('password_mismatch')
  const newcomer = readGuest(deps, { ...body, email })
  if ('refusal' in newcomer) throw new Failure(newcomer.refusal, newcomer)
  const passwordHash = await deps.passwords.hash(body.password, client) // slow on purpose, so never inside the transaction

  const { admitted, held } = await inTransaction(call, async (tx) => {
    const held = await hold(tx)
    const opened = await openAccount(tx, call, { ...newcomer, passwordHash, mailbox: 'proved' })
    if (!opened) throw new Failure('email_already_exists')
    const made = { ...opened, events: [...opened.events, ...(await accept(tx, held, opened.account))] }
    return { admitted: await admitNewcomer(tx, made, { method: 'invite' }, undefined), held }
  })
  const outcome = await sendOwedMail(call, admitted, (tx) => undo(tx, held, admitted.account.id))
  if (outcome.kind === 'refused') throw new Failure('email_failed')
  if (outcome.kind === 'verification') throw new Error('an invited account owes no verification')
  return answerSignIn(outcome)
}
