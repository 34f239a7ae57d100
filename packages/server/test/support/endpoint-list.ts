import { endpoints } from '../../src/features/index.ts'
import type { AnyEndpoint } from '../../src/kernel/endpoint-table.ts'

/** The table for those who want to know something of every route. */
export const endpointList: readonly AnyEndpoint[] = Object.values(endpoints)
