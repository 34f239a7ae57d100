import { Type } from 'typebox'
import { accountsIn } from '../../../gate/accounts/tables/accounts.ts'
import { endpoint } from '../../../gate/deps.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'
import { currentDevice } from '../../../gate/sessions/trusted-device.ts'
import { inTransaction } from '../../../gate/transaction.ts'
import { countField, idOrNull, listOf, Message } from '../../../gate/views/fields.ts'
import { isId } from '../../../platform/kernel/ids.ts'
import { DeviceView, deviceView } from '../views/device-view.ts'

export const revokeDevice = endpoint({
  route: 'DELETE /auth/devices/{id}',
  params: { id: 'The browser.' },
  summary: 'Trust a browser no longer',
  auth: 'session',
  limit: 'general',
  reply: Message,
  errors: ['device_not_found'],

  async handle(call) {
    const { params, fail } = call
    const { account, session } = call.caller
    if (!isId(params.id)) throw fail('device_not_found')
    await inTransaction(call, async (tx) => {
      const now = tx.deps.clock.now()
      await accountsIn(tx).lock(account.id, now)
      if ((await devicesIn(tx).endTrust(account.id, now, params.id)) === 0) throw fail('device_not_found')
      await tx.record('device.revoked', { actorId: account.id, targetUserId: account.id, sessionId: session.id })
    })
    return { message: 'The browser is no longer trusted.' }
  },
})

export const revokeDevices = endpoint({
  route: 'DELETE /auth/devices',
  summary: 'Trust no browser any longer',
  auth: 'session',
  limit: 'general',
  reply: Message,
  errors: [],

  async handle(call) {
    const { account, session } = call.caller
    await inTransaction(call, async (tx) => {
      const now = tx.deps.clock.now()
      await accountsIn(tx).lock(account.id, now)
      const count = await devicesIn(tx).endTrust(account.id, now)
      const subject = { actorId: account.id, targetUserId: account.id, sessionId: session.id }
      if (count > 0) await tx.record('device.revoked', { ...subject, metadata: { devices: String(count) } })
    })
    return { message: 'No browser is trusted any longer.' }
  },
})

/** An account remembers only so many browsers that one page holds them all. */
export const listDevices = endpoint({
  route: 'GET /auth/devices',
  summary: 'The browsers that are asked for no second factor',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({
    devices: listOf(DeviceView, 'Browsers that are asked for no second factor for now.'),
    total: countField('How many there are.'),
    currentDeviceId: idOrNull('The one that is asking, if it is trusted.'),
  }),
  errors: [],

  async handle(call) {
    const { account } = call.caller
    const devices = await devicesIn(call.deps.store).listTrusted(account, call.deps.clock.now())
    const hash = currentDevice(call, account.id)
    const currentDeviceId = devices.find((device) => device.hash === hash)?.id ?? null
    return { devices: devices.map(deviceView), total: devices.length, currentDeviceId }
  },
})
