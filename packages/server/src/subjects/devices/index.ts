import { DEVICE_REPORTS } from '../../gate/access/tables/device-reports.ts'
import type { Looks } from '../../gate/pages/layout.tsx'
import type { Subject } from '../../gate/subject.ts'
import { devicesErrors } from './errors.ts'
import { devicesEvents } from './events.ts'
import { listDevices, revokeDevice, revokeDevices } from './flows/devices.ts'
import { reportDevice } from './flows/report-device.ts'
import { devicesHooks } from './hooks.ts'
import { devicesMails, devicesSamples } from './mails.ts'
import { devicesTables } from './migrations.ts'
import { notMePage } from './pages/not-me.tsx'
import { devicesPageHooks } from './pages/page-hooks.tsx'
import { de } from './words/de.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'

export const devices = {
  title: 'Devices',
  order: 7,
  endpoints: { listDevices, revokeDevice, revokeDevices, reportDevice },
  pages: (looks: Looks) => [notMePage(looks)],
  tables: [DEVICE_REPORTS],
  migrations: [devicesTables],
  errors: devicesErrors,
  events: devicesEvents,
  mails: devicesMails,
  mailSamples: devicesSamples,
  words: { de, en, es, fr },
  hooks: devicesHooks,
  pageHooks: devicesPageHooks,
} as const satisfies Subject
