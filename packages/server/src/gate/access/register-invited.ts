import { Type } from 'typebox'
import { Failure } from '../../platform/kernel/errors.ts'
import type { Connection } from '../../platform/store/table.ts'
import { readGuest } from '../accounts/newcomer.ts'
import { openNewcomersAccount } from '../accounts/open-account.ts'
import type { Account } from '../accounts/tables/accounts.ts'
import { readSignUpData } from '../data/changes.ts'
import { signUpData } from '../data/schemas.ts'
import type { Context } from '../deps.ts'
import { hasPasswords } from '../passwords/has-passwords.ts'
import type { SignInMethod } from '../sessions/tables/sessions.ts'
import { inTransaction, type Transaction } from '../transaction.ts'
import { answerSignIn, Gated, SessionResult } from '../views/entry-view.ts'
import { textField } from '../views/fields.ts'
import { inviteCodeField, nameField, newPasswordField } from '../views/input-fields.ts'
import { admitNewcomer, sendOwedMail } from './owed-mail.ts'

export const invitedRegistration = {
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({
    code: inviteCodeField,
    name: nameField,
    password: newPasswordField,
    confirmPassword: textField('The same password again.'),
    data: signUpData,
  }),
  reply: Type.Union([SessionResult, Gated]),
  status: 201,
} as const

interface Registering extends Context {
  readonly body: {
    readonly name: string
    readonly password: string
    readonly confirmPassword: string
    readonly data?: Readonly<Record<string, unknown>>
  }
}

interface InviteSteps<Invite> {
  /** By an invite unless named. */
  readonly signIn?: SignInMethod
  /** Locks or spends the invite before the account is made. */
  hold(tx: Connection): Promise<Invite>
  /** Returns the ids of events, which are taken back with the account. */
  accept(tx: Transaction, invite: Invite, account: Account): Promise<readonly string[]>
  /** Takes account and acceptance back when the mail cannot be sent; false where the account stays after all. */
  undo(tx: Connection, invite: Invite, accountId: string): Promise<boolean>
}

/**
 * Makes an account for the address that an invite, or a code, was mailed to and no other. That proves the mailbox, so the account is
 * verified. Spending the invite, making the account and issuing the session are one transaction: where any of them fails,
 * the invite stays open.
 */
export async function registerInvited<Invite>(call: Registering, email: string, steps: InviteSteps<Invite>) {
  const { body, client, deps } = call
  const { signIn = { method: 'invite' }, hold, accept, undo } = steps
  const password = hasPasswords(deps.config) ? body.password : undefined
  if (password !== undefined && password !== body.confirmPassword) throw new Failure('password_mismatch')
  const newcomer = await readGuest(deps, { name: body.name, password, email })
  if ('refusal' in newcomer) throw new Failure(newcomer.refusal, newcomer)
  const data = readSignUpData(deps.config.data.fields, body.data)
  const allowed = await deps.registrationHook.ask({ ...newcomer, mailbox: 'proved', signIn, data })
  // Slow on purpose, so never inside the transaction.
  const passwordHash = password === undefined ? undefined : await deps.passwords.hash(password, client)

  const { admitted, invite } = await inTransaction(call, async (tx) => {
    const invite = await hold(tx)
    const opened = await openNewcomersAccount(tx, call, allowed, passwordHash)
    if (!opened) throw new Failure('email_already_exists')
    const made = { ...opened, events: [...opened.events, ...(await accept(tx, invite, opened.account))] }
    return { admitted: await admitNewcomer(tx, made, signIn, undefined), invite }
  })
  const outcome = await sendOwedMail(call, admitted, (tx) => undo(tx, invite, admitted.account.id))
  if (outcome.kind === 'refused') throw new Failure('email_failed')
  if (outcome.kind === 'verification') throw new Error('an invited account owes no verification')
  return answerSignIn(outcome)
}
