import { Type } from 'typebox'
import { endpoint } from '../../../gate/deps.ts'
import { devicesIn } from '../../../gate/sessions/tables/devices.ts'
import { currentDevice } from '../../../gate/sessions/trusted-device.ts'
import { Id } from '../../../gate/views/fields.ts'
import { DeviceView, deviceView } from '../views/device-view.ts'

/** At most as many as an account knows, so there is one page of them. */
export const listDevices = endpoint({
  route: 'GET /auth/devices',
  summary: 'The browsers that are asked for no second factor',
  auth: 'session',
  limit: 'general',
  reply: Type.Object({
    devices: Type.Array(DeviceView),
    total: Type.Integer(),
    currentDeviceId: Type.Union([Id, Type.Null()], { description: 'The one that is asking, if it is trusted.' }),
  }),
  errors: [],

  async handle(call) {
    const { caller, deps } = call
    const { account } = caller
    const devices = await devicesIn(deps.store).listTrusted(account, deps.clock.now())
    const hash = currentDevice(call, account.id)
    const currentDeviceId = devices.find((device) => device.hash === hash)?.id ?? null
    return { devices: devices.map(deviceView), total: devices.length, currentDeviceId }
  },
})
