import { actorOf } from '../../core/access/actor.ts'
import { endpoint } from '../../core/deps.ts'
import { resetFactors } from '../../core/factors/reset-factors.ts'
import { Message } from '../../core/views/message.ts'
import { findUser } from './find-user.ts'

export const resetUserFactors = endpoint({
  route: 'DELETE /admin/users/{id}/factors',
  params: { id: 'The account.' },
  summary: 'Remove every second factor, passkey, trusted browser and session of an account',
  auth: 'admin',
  scope: 'users:write',
  limit: 'general',
  reply: Message,
  errors: ['user_not_found', 'last_admin'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    await deps.store.transaction(async (tx) => {
      const known = await findUser(tx, params.id)
      const account = known && (await tx.accounts.hold(known.id, deps.clock.now()))
      if (!account) throw fail('user_not_found')
      const refusal = await resetFactors(tx, call, account, actorOf(caller))
      if (refusal) throw fail(refusal)
    })
    return { message: 'Every second factor and passkey was removed.' }
  },
})
