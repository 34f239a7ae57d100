import type { AnyEndpoint } from '../../src/platform/kernel/endpoint-table.ts'
import { endpoints } from '../../src/subjects/index.ts'

/** The table for those who want to know something of every route. */
export const endpointList: readonly AnyEndpoint[] = Object.values(endpoints)
