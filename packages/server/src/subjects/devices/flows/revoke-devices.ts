import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { record } from '../../../gate/audit/audit.ts'
import { endpoint } from '../../../gate/deps.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'
import { Message } from '../../../gate/views/message.ts'

export const revokeDevices = endpoint({
  route: 'DELETE /auth/devices',
  summary: 'Trust no browser any longer',
  auth: 'session',
  limit: 'general',
  reply: Message,
  errors: [],

  async handle(call) {
    const { caller, deps } = call
    const { account, session } = caller
    await deps.store.transaction(async (tx) => {
      const now = deps.clock.now()
      await accountsIn(tx).lock(account.id, now)
      const count = await devicesIn(tx).endTrust(account.id, now)
      const subject = { actorId: account.id, targetUserId: account.id, sessionId: session.id }
      if (count > 0) await record(tx, call, 'device.revoked', { ...subject, metadata: { devices: String(count) } })
    })
    return { message: 'No browser is trusted any longer.' }
  },
})
