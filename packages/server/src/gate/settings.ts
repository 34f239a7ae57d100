import { codes } from './codes/settings.ts'
import { data } from './data/settings.ts'
import { limits } from './limits/settings.ts'
import { passwords } from './passwords/settings.ts'
import { sessions } from './sessions/settings.ts'

export const gateSettings = { sessions, codes, limits, passwords, data }

type GateSettings = typeof gateSettings
declare module '../platform/config/schema.ts' {
  interface Settings extends GateSettings {}
}
