import { TABLES } from '../../src/platform/store/table-list.ts'

type Decision = 'exported' | 'kept back'

/** By `table.column`: which of them an owner gets with the export of their account. The rows of other people are kept back in any case. */
export const DECIDED: ReadonlyMap<string, Decision> = new Map(
  TABLES.flatMap(({ name, facts: { columns, exported } }) =>
    Object.entries(columns).map(
      ([key, column]) => [`${name}.${column.name}`, exported.includes(key) ? 'exported' : 'kept back'] as const,
    ),
  ),
)
