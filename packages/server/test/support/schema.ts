import { inject } from 'vitest'
import type { World } from './world.ts'

export interface SchemaColumn {
  readonly table: string
  readonly name: string
  readonly isText: boolean
  readonly isOptional: boolean
}

/** As the database itself has it. */
export async function schemaOf({ sql }: Pick<World, 'sql'>): Promise<readonly SchemaColumn[]> {
  const rows =
    inject('engine') === 'sqlite'
      ? await sql(
          `SELECT t.name AS "table", c.name AS name, c.type AS type, CASE WHEN c."notnull" = 1 OR c.pk > 0 THEN 'NO' ELSE 'YES' END AS optional
           FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
        )
      : await sql(
          `SELECT table_name AS "table", column_name AS name, data_type AS type, is_nullable AS optional
           FROM information_schema.columns WHERE table_schema = current_schema()`,
        )
  return rows.map((row) => ({
    table: String(row['table']),
    name: String(row['name']),
    isText: /^text$/i.test(String(row['type'])),
    isOptional: row['optional'] === 'YES',
  }))
}
