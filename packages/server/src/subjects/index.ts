import { join } from '../gate/join.ts'
import type { Looks } from '../gate/pages/layout.tsx'
import type { Hosted } from '../gate/pages/view.ts'
import type { Subject } from '../gate/subject.ts'
import type { EndpointTable } from '../platform/kernel/endpoint-table.ts'
import * as list from './list.ts'

/** Every subject of the service, in reading order. One that is left out of the list is not there at all. */
export const SUBJECTS: readonly Subject[] = Object.values(list).toSorted((one, other) => one.order - other.order)

join(SUBJECTS)

type One = (typeof list)[keyof typeof list]
type EndpointsOf<S> = S extends { readonly endpoints: infer Endpoints extends EndpointTable } ? Endpoints : never
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void ? All : never

/**
 * Every route of the service, in reading order. HTTP, OpenAPI and the reference page are derived from it. The names are part of the
 * interface: clients are generated from them.
 */
export const endpoints = Object.assign({}, ...SUBJECTS.map((one) => one.endpoints)) as Together<EndpointsOf<One>>

/** Every page for people. */
export const hostedPages = (looks: Looks): readonly Hosted[] => SUBJECTS.flatMap((one) => one.pages?.(looks) ?? [])
