import { cell, optional, text } from '../../platform/store/columns.ts'
import type { Store } from '../../platform/store/store.ts'
import type { Connection } from '../../platform/store/table.ts'
import { accountsIn } from '../accounts/tables/accounts.ts'
import { type Keeper, rowsWithData } from './kept-data.ts'
import { accountDataIn } from './tables/account-data.ts'
import { parsedData } from './visible-values.ts'

/** Each row is held while its value is removed, so that a change of another field meanwhile stays. Returns how many had one. */
export async function pruneField(store: Store, keeper: Keeper, field: string): Promise<number> {
  let pruned = 0
  for await (const { id, data } of rowsWithData(store.sql, keeper)) {
    if (!Object.hasOwn(parsedData(data), field)) continue
    if (await store.transaction((tx) => pruneOne(tx, keeper, id, field))) pruned++
  }
  return pruned
}

async function pruneOne(tx: Connection, keeper: Keeper, id: string, field: string): Promise<boolean> {
  // No value of the row changes: the statement is there to hold it.
  const [row] = await tx.sql.query(`UPDATE ${keeper} SET data = data WHERE id = ? RETURNING data`, [id])
  const { [field]: value, ...others } = parsedData(row && cell(row, optional(text('data'))))
  if (value === undefined) return false
  const left = Object.keys(others).length === 0 ? undefined : JSON.stringify(others)
  if (keeper === 'accounts') {
    await accountsIn(tx).setInvisibleData(id, left)
    await accountDataIn(tx).replace(id, [[field, undefined]])
  } else await tx.sql.run(`UPDATE organisations SET data = ? WHERE id = ?`, [left ?? null, id])
  return true
}
