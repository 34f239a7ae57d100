import { Type } from 'typebox'
import { admitNewcomer, sendOwedMail } from '../../../gate/access/owed-mail.ts'
import { readGuest } from '../../../gate/accounts/newcomer.ts'
import { openAccount } from '../../../gate/accounts/open-account.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import { endpoint } from '../../../gate/deps.ts'
import type { Undo } from '../../../gate/mails/own-mail.ts'
import { answerSignIn, Gated, SessionResult } from '../../../gate/views/entry-view.ts'
import { hashOfInvite, inviteStatus } from '../steps/invite-mail.ts'
import { invitesIn } from '../tables/invites.ts'

/** The holder of a withdrawn invite learns no more here than that it no longer works. */
const REFUSALS = { accepted: 'invite_already_used', revoked: 'invite_already_used', expired: 'invite_expired' } as const

/**
 * Creates an account from an invite, for the address the invite was issued to and no other.
 *
 * The mailbox is proved by the token, so the account is verified. Spending the invite, making the account and issuing
 * the session are one transaction: where any of them fails the invite stays open.
 */
export const inviteRegister = endpoint({
  route: 'POST /auth/invite/register',
  summary: 'Create an account from an invite',
  auth: 'none',
  limit: 'redeem',
  body: Type.Object({ code: Type.String(), name: Type.String(), password: Type.String(), confirmPassword: Type.String() }),
  reply: Type.Union([SessionResult, Gated]),
  status: 201,
  errors: [
    'method_disabled',
    'invite_not_found',
    'invite_already_used',
    'invite_expired',
    'name_required',
    'password_mismatch',
    'weak_password',
    'email_already_exists',
    'email_failed',
    'overloaded',
  ],

  async handle(call) {
    const { body, client, deps, fail } = call
    const { config, store, passwords, clock } = deps
    if (!config.registration.enableInvite) throw fail('method_disabled')
    const tokenHash = hashOfInvite(body.code)
    const invite = await invitesIn(store).findByToken(tokenHash)
    if (!invite) throw fail('invite_not_found')
    const status = inviteStatus(invite, clock.now())
    if (status !== 'pending') throw fail(REFUSALS[status])
    if (body.password !== body.confirmPassword) throw fail('password_mismatch')
    const newcomer = readGuest(deps, { ...body, email: invite.email })
    if ('refusal' in newcomer) throw fail(newcomer.refusal, newcomer)
    const passwordHash = await passwords.hash(body.password, client) // slow on purpose, so never inside the transaction

    const admitted = await store.transaction(async (tx) => {
      if (!(await invitesIn(tx).take(tokenHash, clock.now()))) throw fail('invite_already_used')
      const opened = await openAccount(tx, call, { ...newcomer, passwordHash, mailbox: 'proved' })
      if (!opened) throw fail('email_already_exists')
      const { id } = opened.account
      const subject = { actorId: id, targetUserId: id, metadata: { inviteId: invite.id } }
      const accepted = await record(tx, call, 'invite.accepted', subject)
      return admitNewcomer(tx, call, { ...opened, events: [...opened.events, accepted] }, { method: 'invite' }, undefined)
    })
    const undo: Undo = async (tx) => {
      const isGone = await accountsIn(tx).remove(admitted.account.id)
      await invitesIn(tx).reopen(invite.id)
      return isGone
    }
    const outcome = await sendOwedMail(call, admitted, undo)
    if (outcome.kind === 'refused') throw fail('email_failed')
    if (outcome.kind === 'verification') throw new Error('an invited account owes no verification')
    return answerSignIn(outcome)
  },
})
