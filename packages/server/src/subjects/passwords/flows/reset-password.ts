import { Type } from 'typebox'
import { endEverythingOf } from '../../../gate/access/end-access.ts'
import { proveMailbox } from '../../../gate/access/prove-mailbox.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { hashOfCode } from '../../../gate/codes/code-mail.ts'
import { redeemCode } from '../../../gate/codes/redeem-code.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { withLocks } from '../../../gate/hooks.ts'
import { forgiveFailures } from '../../../gate/passwords/guard-password.ts'
import { PASSWORDS } from '../../../gate/passwords/has-passwords.ts'
import { notifyOfPassword } from '../../../gate/passwords/notify-of-password.ts'
import { PASSWORD_REFUSALS } from '../../../gate/passwords/password-refusal.ts'
import { Message } from '../../../gate/views/fields.ts'
import { linkCodeField, newPasswordField } from '../../../gate/views/input-fields.ts'
import { endKeysOf } from '../../keys/index.ts'

const REFUSALS = { unknown: 'reset_token_invalid', expired: 'reset_token_expired', used: 'reset_token_already_used' } as const

/** Neither an old session nor anything that a stranger set before the first proof of the mailbox outlives the reset. */
export const resetPassword = endpoint({
  route: 'POST /auth/reset-password',
  summary: 'Set a new password with a mailed code',
  auth: 'none',
  limit: 'redeem',
  partOf: PASSWORDS,
  endsSession: true,
  body: Type.Object({ code: linkCodeField, newPassword: newPasswordField }),
  reply: Message,
  errors: [...Object.values(REFUSALS), 'user_not_found', 'password_update_conflict', ...PASSWORD_REFUSALS, 'overloaded'],

  async handle(call) {
    const { body, cookies, client, deps, fail } = call
    const { store, passwords, clock } = deps
    const refused = await passwords.refusal(body.newPassword, undefined)
    if (refused) throw fail(refused.refusal, refused)
    const hashes = hashOfCode(deps, 'password-reset', body.code)
    const { state, accountId = '' } = await codesIn(store).look(hashes, clock.now())
    if (state === 'used') await store.settle(accountId) // other processes must have heard of the reset before this answer tells of it
    if (state !== 'live') throw fail(REFUSALS[state])
    // Only the holder of the code may learn that a password resembles the account's name or address.
    const ownWeakness = passwords.weakness(body.newPassword, await accountsIn(store).find(accountId))
    if (ownWeakness) throw fail('weak_password', ownWeakness)
    const passwordHash = await passwords.hash(body.newPassword, client) // slow on purpose, so never inside the transaction

    await withLocks(call, async (tx) => {
      const redeemed = await redeemCode(tx, deps, hashes)
      if (redeemed.state === 'used') throw fail('password_update_conflict') // another request spent the code during the hashing
      if (redeemed.state !== 'taken') throw fail(REFUSALS[redeemed.state])
      const { account } = redeemed
      if (!account) throw fail('user_not_found')
      await proveMailbox(tx, account, { prover: { cookies }, password: 'replaced' })
      await accountsIn(tx).setPassword(account.id, passwordHash, clock.now())
      await endEverythingOf(tx, account.id, 'password_reset')
      await endKeysOf(tx, account.id, 'password_reset')
      await forgiveFailures(tx, account)
      await tx.record('password.reset.completed', { actorId: account.id, targetUserId: account.id })
      await notifyOfPassword(tx, account)
    })
    return { message: 'Your password was changed. Please sign in.' }
  },
})
