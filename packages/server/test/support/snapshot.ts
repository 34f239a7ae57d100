import type { Engine } from '../../src/platform/store/engine.ts'

const TABLES: Readonly<Record<Engine['name'], string>> = {
  sqlite: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'backup_*'`,
  postgres: `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename NOT LIKE 'backup_%'`,
}

/** Rows come back in any order. */
const WITHOUT_REFERENCES: Readonly<Record<Engine['name'], string>> = {
  sqlite: `PRAGMA defer_foreign_keys = ON`,
  postgres: `SET LOCAL session_replication_role = replica`,
}

/** A copy of every row of a database that is in use; what is returned puts them all back, as `pg_restore` does. */
export async function snapshot(engine: Engine): Promise<() => Promise<void>> {
  const tables = (await engine.query(TABLES[engine.name])).map(({ name }) => String(name))
  for (const table of tables) await engine.query(`CREATE TABLE backup_${table} AS SELECT * FROM ${table}`)
  return () =>
    engine.transaction(async (sql) => {
      await sql.query(WITHOUT_REFERENCES[engine.name])
      for (const table of tables) await sql.query(`DELETE FROM ${table}`)
      for (const table of tables) await sql.query(`INSERT INTO ${table} SELECT * FROM backup_${table}`)
    })
}
