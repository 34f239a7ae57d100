import { type Changes, mergedData, readChanges } from '../../../gate/data/changes.ts'
import { type Field, type Fields, fieldNamed } from '../../../gate/data/field.ts'
import { typedAs } from '../../../gate/data/search.ts'
import { readValue } from '../../../gate/data/value.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { ImportedRecord } from '../imported-record.ts'
import type { Note } from '../report/counts.ts'

interface BroughtData {
  readonly changes: Changes | undefined
  readonly stored: string | undefined
  readonly notes: readonly Note[]
}

/** Values of declared fields. One that does not fit its field is left behind alone; all are where they have no room together. */
export function broughtData({ data }: Pick<ImportedRecord, 'data'>, fields: Fields): BroughtData {
  const given = Object.entries(data)
  if (given.length === 0) return { changes: undefined, stored: undefined, notes: [] }
  const fitting = given.flatMap(([name, value]): [string, unknown][] => {
    const field = fieldNamed(fields, name)
    const read = field && asWritten(field, value)
    return field && 'value' in readValue(field, read) ? [[name, read]] : []
  })
  try {
    const changes = readChanges(fields, Object.fromEntries(fitting), 'operator')
    const { data: stored } = mergedData(fields, undefined, changes)
    return { changes, stored, notes: fitting.length < given.length ? ['data_left'] : [] }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { changes: undefined, stored: undefined, notes: ['data_left'] }
  }
}

/** CSV has texts alone. */
function asWritten(field: Field, value: unknown): unknown {
  if (typeof value !== 'string' || field.type === 'text') return value
  return field.type === 'list' ? value.split('\n').filter((line) => line.trim() !== '') : typedAs(field, value.trim())
}
