import { isLastToSignIn } from '../../../gate/access/guard-last-admin.ts'
import { canBeOpened, signInMethodsOf } from '../../../gate/access/sign-in-methods.ts'
import { endpoint } from '../../../gate/deps.ts'
import { gatesOf } from '../../../gate/factors/gates.ts'
import { lockUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/fields.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { changeFactors } from '../../factors/index.ts'
import { passkeysIn } from '../tables/passkeys.ts'

/** The last way to sign in is never removed. With the last passkey, the passkey gate is switched off. */
export const removePasskey = endpoint({
  route: 'DELETE /auth/passkeys/{id}',
  params: { id: 'The passkey.' },
  summary: 'Remove a passkey',
  auth: 'enrolling',
  limit: 'general',
  reply: Message,
  errors: ['passkey_not_found', 'last_sign_in_method', 'last_admin'],

  async handle(call) {
    const { params, fail } = call
    if (!isId(params.id)) throw fail('passkey_not_found')
    await inTransaction(call, async (tx) => {
      const account = await lockUnchanged(tx)
      if (!account) throw fail('passkey_not_found')
      const wasLastAdmin = await isLastToSignIn(tx, tx.deps, account)
      if (!(await passkeysIn(tx).remove(account.id, params.id))) throw fail('passkey_not_found')
      const left = await signInMethodsOf(tx, tx.deps, account)
      if (!canBeOpened(left)) throw fail(wasLastAdmin ? 'last_admin' : 'last_sign_in_method')
      // Passkeys count here even where passkeys are switched off: they are still asked for as a second factor.
      const isLast = (await passkeysIn(tx).countOf(account.id)) === 0
      const gates = { ...gatesOf(account), ...(isLast && { passkeyGateAt: undefined }) }
      await changeFactors(tx, account, gates, {
        audit: 'passkey.removed',
        change: isLast && account.passkeyGateAt !== undefined ? 'last-passkey-removed' : 'passkey-removed',
        keepOtherSessions: false,
        metadata: { passkey: params.id },
      })
    })
    return { message: 'The passkey was removed.' }
  },
})
