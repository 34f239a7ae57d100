import { Type } from 'typebox'
import { proveMailbox } from '../../../gate/access/prove-mailbox.ts'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { hashOfCountedCode } from '../../../gate/codes/code-mail.ts'
import { redeemCode } from '../../../gate/codes/redeem-code.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { withLocks } from '../../../gate/hooks.ts'
import { forgiveFailures } from '../../../gate/passwords/guard-password.ts'
import { PASSWORDS } from '../../../gate/passwords/has-passwords.ts'
import { PASSWORD_REFUSALS } from '../../../gate/passwords/password-refusal.ts'
import { Message, textField } from '../../../gate/views/fields.ts'
import { mailedCodeField, newPasswordField } from '../../../gate/views/input-fields.ts'
import { isHashOf } from '../../../platform/kernel/codes.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { cancelEmailChange } from '../../email-change/index.ts'

const REFUSALS = { unknown: 'invalid_code', live: 'invalid_code', used: 'code_used', expired: 'reset_token_expired' } as const

/**
 * The user id is public, so guesses are counted, each in a statement of its own that is committed before the code is compared: at most
 * five are ever compared. The code came by mail, so its holder has proved the mailbox, and nothing that a stranger set before survives.
 */
export const setPassword = endpoint({
  route: 'POST /auth/set-password/confirm',
  summary: 'Set a first password with a mailed code',
  auth: 'none',
  limit: 'redeem',
  partOf: PASSWORDS,
  body: Type.Object({
    userId: textField('The account, from `GET /auth/me` or the mailed link.'),
    code: mailedCodeField,
    newPassword: newPasswordField,
  }),
  reply: Message,
  errors: [...PASSWORD_REFUSALS, 'invalid_code', 'code_used', 'reset_token_expired', 'overloaded'],

  async handle(call) {
    const { body, cookies, client, deps, fail } = call
    const { store, passwords, clock } = deps
    const refused = await passwords.refusal(body.newPassword, undefined)
    if (refused) throw fail(refused.refusal, refused)
    if (!isId(body.userId)) throw fail('invalid_code')
    const hashes = hashOfCountedCode(deps, 'set-password', body.code, body.userId)
    const counted = await codesIn(store).guess('set-password', body.userId, clock.now())
    if (!counted || !isHashOf(hashes, counted.hash)) {
      const seen = await codesIn(store).look(hashes, clock.now())
      if (seen.state === 'used') await store.settle(body.userId) // other processes must have heard of the password first
      throw fail(seen.accountId === body.userId ? REFUSALS[seen.state] : 'invalid_code')
    }
    const ownWeakness = passwords.weakness(body.newPassword, await accountsIn(store).find(body.userId))
    if (ownWeakness) {
      await codesIn(store).giveBack(counted.id) // the code was right, so it costs no guess
      throw fail('weak_password', ownWeakness)
    }
    const passwordHash = await passwords.hash(body.newPassword, client) // slow on purpose, so never inside the transaction

    await withLocks(call, async (tx) => {
      const now = clock.now()
      const redeemed = await redeemCode(tx, deps, hashes)
      if (redeemed.state !== 'taken') throw fail(REFUSALS[redeemed.state])
      const { account } = redeemed
      if (!account || account.passwordHash !== undefined) throw fail('invalid_code')
      await proveMailbox(tx, account, { prover: { cookies }, password: 'replaced' })
      await accountsIn(tx).setPassword(account.id, passwordHash, now)
      await codesIn(tx).endAllOf(account.id, now)
      await cancelEmailChange(tx, account.id, 'credentials')
      await forgiveFailures(tx, account)
      await tx.record('password.set', { actorId: account.id, targetUserId: account.id })
      await tx.notify('password-set', account)
    })
    return { message: 'Your password was set.' }
  },
})
