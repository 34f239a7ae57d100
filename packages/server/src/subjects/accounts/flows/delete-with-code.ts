import { Type } from 'typebox'
import { isLastAdmin } from '../../../gate/access/guard-last-admin.ts'
import { deletingAccount } from '../../../gate/accounts/delete-account.ts'
import { hashOfCode } from '../../../gate/codes/code-mail.ts'
import { redeemCode } from '../../../gate/codes/redeem-code.ts'
import { codesIn } from '../../../gate/codes/tables/codes.ts'
import { endpoint } from '../../../gate/deps.ts'
import { owesAdminFactor } from '../../../gate/factors/gates.ts'
import { Message } from '../../../gate/views/fields.ts'
import { mailedCodeField } from '../../../gate/views/input-fields.ts'
import { Answer } from '../../../platform/kernel/endpoint.ts'

const REFUSALS = { unknown: 'delete_code_invalid', expired: 'delete_code_expired', used: 'delete_code_already_used' } as const

/** The session decides which account is deleted: a code of another account is refused like an unknown one. */
export const deleteWithCode = endpoint({
  route: 'POST /auth/account/delete/confirm',
  summary: 'Delete the account, confirmed by a mailed code',
  auth: 'guarded',
  limit: 'redeem',
  endsSession: true,
  body: Type.Object({ code: mailedCodeField }),
  reply: Message,
  errors: [...Object.values(REFUSALS), 'last_admin', 'two_factor_required', 'cannot_remove_last_owner'],

  async handle(call) {
    const { body, caller, deps, fail } = call
    const hashes = hashOfCode(deps, 'account-deletion', body.code)
    await deletingAccount(call, caller.account.id, async (tx, remove) => {
      const { accountId } = await codesIn(tx).look(hashes, deps.clock.now())
      if (accountId !== caller.account.id) throw fail('delete_code_invalid')
      const redeemed = await redeemCode(tx, deps, hashes)
      if (redeemed.state !== 'taken') throw fail(REFUSALS[redeemed.state])
      if (!redeemed.account) throw fail('delete_code_already_used')
      if (await isLastAdmin(tx, deps, redeemed.account)) throw fail('last_admin')
      // A mailbox alone must not remove an administrator.
      if (owesAdminFactor(deps, redeemed.account, caller.session)) throw fail('two_factor_required')
      await remove(redeemed.account)
    })
    return new Answer({ message: 'Your account was deleted.' }, { session: 'end' })
  },
})
