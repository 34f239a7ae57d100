import { BEGUN } from '../../../platform/store/moved/fence.ts'
import type { TableShape } from './table-shape.ts'
import { list } from './table-shape.ts'

export const NOTES = 'move_notes'

/** Every change of a row leaves its key, and by how many rows its table has grown. */
export const startNotes = (tables: readonly TableShape[]): readonly string[] => [
  `CREATE TABLE ${BEGUN} (id TEXT NOT NULL, target TEXT NOT NULL)`,
  `CREATE TABLE ${NOTES} (seq INTEGER PRIMARY KEY, name TEXT NOT NULL, keys TEXT NOT NULL, delta INTEGER NOT NULL)`,
  ...tables.flatMap(triggersOf),
]

function triggersOf({ name, key }: TableShape): readonly string[] {
  const keys = (alias: 'NEW' | 'OLD') => `json_array(${list(key, `${alias}.`)})`
  const note = (alias: 'NEW' | 'OLD', delta: number) =>
    `INSERT INTO ${NOTES} (name, keys, delta) SELECT '${name}', ${keys(alias)}, ${delta}`
  return [
    `CREATE TRIGGER ${triggerOn(name, 'insert')} AFTER INSERT ON ${name} BEGIN ${note('NEW', 1)}; END`,
    `CREATE TRIGGER ${triggerOn(name, 'delete')} AFTER DELETE ON ${name} BEGIN ${note('OLD', -1)}; END`,
    `CREATE TRIGGER ${triggerOn(name, 'update')} AFTER UPDATE ON ${name}
     BEGIN ${note('NEW', 0)}; ${note('OLD', 0)} WHERE ${keys('OLD')} <> ${keys('NEW')}; END`,
  ]
}

const triggerOn = (name: string, operation: string): string => `move_note_${name}_${operation}`

export const endNotes = (tables: readonly TableShape[]): readonly string[] => [
  ...tables.flatMap(({ name }) =>
    ['insert', 'delete', 'update'].map((operation) => `DROP TRIGGER IF EXISTS ${triggerOn(name, operation)}`),
  ),
  `DROP TABLE IF EXISTS ${NOTES}`,
  `DROP TABLE IF EXISTS ${BEGUN}`,
]
