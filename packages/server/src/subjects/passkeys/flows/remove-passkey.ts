import { isLastAdmin } from '../../../gate/access/guard-last-admin.ts'
import { canBeOpened, waysIn } from '../../../gate/access/ways-in.ts'
import { endpoint } from '../../../gate/deps.ts'
import { gatesOf } from '../../../gate/factors/gates.ts'
import { holdUnchanged } from '../../../gate/passwords/confirm-password.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { Message } from '../../../gate/views/message.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { changeFactors } from '../../factors/index.ts'
import { passkeysIn } from '../tables/passkeys.ts'

/** The last way in is never removed. With the last passkey it is no longer asked for. */
export const removePasskey = endpoint({
  route: 'DELETE /auth/passkeys/{id}',
  params: { id: 'The passkey.' },
  summary: 'Remove a passkey',
  auth: 'enrolling',
  limit: 'general',
  reply: Message,
  errors: ['passkey_not_found', 'last_sign_in_method', 'last_admin'],

  async handle(call) {
    const { params, deps, fail } = call
    if (!isId(params.id)) throw fail('passkey_not_found')
    await inTransaction(call, async (tx) => {
      const held = await holdUnchanged(tx)
      if (!held) throw fail('passkey_not_found')
      const wasLastAdmin = await isLastAdmin(tx, deps, held)
      if (!(await passkeysIn(tx).remove(held.id, params.id))) throw fail('passkey_not_found')
      const left = await waysIn(tx, deps, held)
      if (!canBeOpened(left)) throw fail(wasLastAdmin ? 'last_admin' : 'last_sign_in_method')
      // Also those that open nothing while passkeys are switched off: they are still asked for as a second factor.
      const isLast = (await passkeysIn(tx).countOf(held.id)) === 0
      const isGate = isLast && held.passkeyGateAt !== undefined
      await changeFactors(
        tx,
        held,
        { ...gatesOf(held), ...(isLast && { passkeyGateAt: undefined }) },
        {
          audit: 'passkey.removed',
          change: isGate ? 'last-passkey-removed' : 'passkey-removed',
          keepOtherSessions: false,
          metadata: { passkey: params.id },
        },
      )
    })
    return { message: 'The passkey was removed.' }
  },
})
