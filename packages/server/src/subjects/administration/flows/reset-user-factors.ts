import { actorOf } from '../../../gate/access/actor.ts'
import { holdUser } from '../../../gate/access/hold-user.ts'
import { endpoint } from '../../../gate/deps.ts'
import { Message } from '../../../gate/views/message.ts'
import { resetFactors } from '../../factors/steps/reset-factors.ts'

export const resetUserFactors = endpoint({
  route: 'DELETE /admin/users/{id}/factors',
  params: { id: 'The account.' },
  summary: 'Remove every second factor, passkey, trusted browser and session of an account',
  auth: 'admin',
  scope: 'users:write',
  wantsStepUp: true,
  limit: 'general',
  reply: Message,
  errors: ['user_not_found', 'insufficient_scope', 'last_admin'],

  async handle(call) {
    const { caller, deps, fail } = call
    await deps.store.transaction(async (tx) => {
      const refusal = await resetFactors(tx, call, await holdUser(tx, call), actorOf(caller))
      if (refusal) throw fail(refusal)
    })
    return { message: 'Every second factor and passkey was removed.' }
  },
})
