import { Type } from 'typebox'
import { admitNewcomer, sendOwedMail } from '../../../gate/access/owed-mail.ts'
import { readGuest } from '../../../gate/accounts/newcomer.ts'
import { openAccount } from '../../../gate/accounts/open-account.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import type { Undo } from '../../../gate/mails/own-mail.ts'
import { answerSignIn, Gated, SessionResult } from '../../../gate/views/entry-view.ts'
import { holdInvite, leaveAgain, spendInvite } from '../steps/accept-org-invite.ts'
import { ORG_INVITE_REFUSALS, requireLive } from '../steps/find-org-invite.ts'
import { hashOfOrgInvite } from '../steps/org-invite-mail.ts'
import { orgInvitesIn } from '../tables/org-invites.ts'

/**
 * Creates an account from an invite into an organisation, for the address the invite was issued to and no other. It is a member
 * at once, and its mailbox is proved by the code. All of it is one transaction: where any of it fails, the invite stays open.
 */
export const registerWithOrgInvite = endpoint({
  route: 'POST /auth/orgs/invites/register',
  summary: 'Create an account from an invite into an organisation',
  auth: 'none',
  partOf: 'organisations.enabled',
  limit: 'redeem',
  body: Type.Object({ code: Type.String(), name: Type.String(), password: Type.String(), confirmPassword: Type.String() }),
  reply: Type.Union([SessionResult, Gated]),
  status: 201,
  errors: [
    ...ORG_INVITE_REFUSALS,
    'forbidden',
    'name_required',
    'password_mismatch',
    'weak_password',
    'email_already_exists',
    'org_member_limit_reached',
    'email_failed',
    'overloaded',
  ],

  async handle(call) {
    const { body, client, deps, fail } = call
    const { config, store, passwords, clock } = deps
    if (!config.registration.allowPublic && !config.organisations.invitesRegister)
      throw fail('forbidden', { message: 'An invite into an organisation makes no account here. Sign in first.' })
    const known = await orgInvitesIn(store).findByToken(hashOfOrgInvite(body.code))
    const { email } = await requireLive(store, known, clock.now())
    if (body.password !== body.confirmPassword) throw fail('password_mismatch')
    const newcomer = readGuest(deps, { ...body, email })
    if ('refusal' in newcomer) throw fail(newcomer.refusal, newcomer)
    const passwordHash = await passwords.hash(body.password, client) // slow on purpose, so never inside the transaction

    const { admitted, held } = await store.transaction(async (tx) => {
      const held = await holdInvite(tx, known, clock.now())
      const opened = await openAccount(tx, call, { ...newcomer, passwordHash, mailbox: 'proved' })
      if (!opened) throw fail('email_already_exists')
      const { events } = await spendInvite(tx, call, held, opened.account)
      const made = { ...opened, events: [...opened.events, ...events] }
      return { admitted: await admitNewcomer(tx, call, made, { method: 'invite' }, undefined), held }
    })
    const undo: Undo = async (tx) =>
      (await leaveAgain(tx, held.invite, admitted.account.id)) && accountsIn(tx).remove(admitted.account.id)
    const outcome = await sendOwedMail(call, admitted, undo)
    if (outcome.kind === 'refused') throw fail('email_failed')
    if (outcome.kind === 'verification') throw new Error('an invited account owes no verification')
    return answerSignIn(outcome)
  },
})
