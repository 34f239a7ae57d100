import { deviceReportsIn } from '../../gate/access/tables/device-reports.ts'
import type { GateHooks } from '../../gate/hooks.ts'
import { devicesIn } from '../../gate/sessions/tables/devices.ts'
import { noteNewDevice } from './steps/new-device.ts'

export const devicesHooks: GateHooks = {
  newDevice: noteNewDevice,

  async disowned(tx, { id }, { reason }) {
    const browsers = await devicesIn(tx).removeAllOf(id)
    if (reason === 'mailbox_proved') await deviceReportsIn(tx).removeAllOf(id)
    return { kinds: browsers > 0 ? ['browsers'] : [] }
  },
}
