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
import { notifyOfPassword } from '../../../gate/passwords/notify-of-password.ts'
import { Message } from '../../../gate/views/message.ts'
import { endKeysOf } from '../../keys/index.ts'

const REFUSALS = { unknown: 'reset_token_invalid', used: 'reset_token_already_used', expired: 'reset_token_expired' } as const

/**
 * Finishes a password reset.
 *
 * Spending the code, replacing the hash and ending every session are one transaction: a code cannot be spent twice,
 * and no old session outlives the reset, nor what a stranger may have set before the mailbox was first proved. A code that was good when the request came and is spent when its password has been hashed lost a race: that is
 * told apart from an old code.
 */
export const resetPassword = endpoint({
  route: 'POST /auth/reset-password',
  summary: 'Set a new password with a mailed code',
  auth: 'none',
  limit: 'redeem',
  endsSession: true,
  body: Type.Object({ code: Type.String(), newPassword: Type.String() }),
  reply: Message,
  errors: [
    'reset_token_invalid',
    'reset_token_expired',
    'reset_token_already_used',
    'user_not_found',
    'password_update_conflict',
    'weak_password',
    'overloaded',
  ],

  async handle(call) {
    const { body, cookies, client, deps, fail } = call
    const { store, passwords, clock } = deps
    const weakness = passwords.weakness(body.newPassword, undefined)
    if (weakness) throw fail('weak_password', weakness)
    const hashes = hashOfCode(deps, 'password-reset', body.code)
    const { state, accountId = '' } = await codesIn(store).look(hashes, clock.now())
    if (state === 'used') await store.settle(accountId) // it tells of a reset that was perhaps a moment ago
    if (state !== 'live') throw fail(REFUSALS[state])
    // Only the holder of the code learns what the account's own name is not good for.
    const ownWeakness = passwords.weakness(body.newPassword, await accountsIn(store).find(accountId))
    if (ownWeakness) throw fail('weak_password', ownWeakness)
    const passwordHash = await passwords.hash(body.newPassword, client) // slow on purpose, so never inside the transaction

    await withLocks(call, async (tx) => {
      const now = clock.now()
      const redeemed = await redeemCode(tx, deps, hashes)
      if (redeemed.state !== 'taken')
        throw fail(redeemed.state === 'used' ? 'password_update_conflict' : REFUSALS[redeemed.state])
      if (!redeemed.account) throw fail('user_not_found')
      const { id } = redeemed.account
      await proveMailbox(tx, redeemed.account, { prover: { cookies }, password: 'replaced' })
      await accountsIn(tx).setPassword(id, passwordHash, now)
      await endEverythingOf(tx, id)
      await endKeysOf(tx, id, 'password_reset')
      await forgiveFailures(tx, redeemed.account)
      await tx.record('password.reset.completed', { actorId: id, targetUserId: id })
      await notifyOfPassword(tx, redeemed.account)
    })
    return { message: 'Your password was changed. Please sign in.' }
  },
})
