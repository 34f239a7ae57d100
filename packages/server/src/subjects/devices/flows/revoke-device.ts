import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import { endpoint } from '../../../gate/deps.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'
import { Message } from '../../../gate/views/message.ts'
import { isId } from '../../../platform/kernel/ids.ts'

export const revokeDevice = endpoint({
  route: 'DELETE /auth/devices/{id}',
  params: { id: 'The browser.' },
  summary: 'Trust a browser no longer',
  auth: 'session',
  limit: 'general',
  reply: Message,
  errors: ['device_not_found'],

  async handle(call) {
    const { params, caller, deps, fail } = call
    const { account, session } = caller
    if (!isId(params.id)) throw fail('device_not_found')
    await deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      await accountsIn(tx).lock(account.id, now)
      if ((await devicesIn(tx).endTrust(account.id, now, params.id)) === 0) throw fail('device_not_found')
      await record(tx, call, 'device.revoked', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
    })
    return { message: 'The browser is no longer trusted.' }
  },
})
