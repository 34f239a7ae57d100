import { doneAt } from '../../../gate/pages/account/done-at.ts'
import type { PageHooks } from '../../../gate/pages/page-hooks.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { listDevices, revokeDevice, revokeDevices } from '../flows/devices.ts'
import { DevicesSection } from './devices-section.tsx'

export const devicesPageHooks: PageHooks = {
  security: {
    rank: 4,
    content: async (panel) => <DevicesSection {...panel} list={await panel.visit.run(listDevices)} />,

    actions: () => ({
      async endDevice({ run, fields: { id = '' } }) {
        await run(revokeDevice, { params: { id } })
        return new Redirect(doneAt('devices', 'device-ended'))
      },

      async endDevices({ run }) {
        await run(revokeDevices)
        return new Redirect(doneAt('devices', 'devices-ended'))
      },
    }),
  },
}
