import { join } from '../gate/join.ts'
import type { Looks } from '../gate/pages/layout.tsx'
import type { Hosted } from '../gate/pages/view.ts'
import type { Subject } from '../gate/subject.ts'
import type { EndpointTable } from '../platform/kernel/endpoint-table.ts'
import { accounts } from './accounts/index.ts'
import { administration } from './administration/index.ts'
import { apps } from './apps/index.ts'
import { audit } from './audit/index.ts'
import { devices } from './devices/index.ts'
import { emailChange } from './email-change/index.ts'
import { factors } from './factors/index.ts'
import { invites } from './invites/index.ts'
import { keys } from './keys/index.ts'
import { organisations } from './organisations/index.ts'
import { passkeys } from './passkeys/index.ts'
import { passwords } from './passwords/index.ts'
import { providers } from './providers/index.ts'
import { service } from './service/index.ts'
import { sessions } from './sessions/index.ts'
import { verification } from './verification/index.ts'

/** Every subject of the service, in reading order. One that is left out here is not there at all. */
export const SUBJECTS = [
  accounts,
  sessions,
  verification,
  passwords,
  factors,
  passkeys,
  devices,
  providers,
  emailChange,
  apps,
  administration,
  invites,
  organisations,
  keys,
  audit,
  service,
] as const satisfies readonly Subject[]

join(SUBJECTS)

type One = (typeof SUBJECTS)[number]
type EndpointsOf<S> = S extends { readonly endpoints: infer Endpoints extends EndpointTable } ? Endpoints : never
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never

/**
 * Every route of the service, in reading order. HTTP, OpenAPI and the reference page are derived from it. The names are part of the
 * interface: clients are generated from them.
 */
export const endpoints = Object.assign({}, ...SUBJECTS.map((one: Subject) => one.endpoints)) as Together<EndpointsOf<One>>

/** Every page for people. */
export const hostedPages = (looks: Looks): readonly Hosted[] =>
  SUBJECTS.flatMap((one: Subject): readonly Hosted[] => one.pages?.(looks) ?? [])
