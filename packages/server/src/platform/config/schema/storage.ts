import { Secret } from '../../kernel/secret.ts'
import { databaseUrlProblem } from '../database-url.ts'
import { integer, secret } from '../kinds.ts'

// biome-ignore format: a table is read by its rows
export const storage = {
  url: secret({ env: 'DATABASE_URL', default: new Secret('file:./data/latchkey.db'), schemes: ['file:', 'postgres://', 'postgresql://'], problem: databaseUrlProblem, help: 'A SQLite file (`file:./data/latchkey.db`) or PostgreSQL 14 and later (`postgres://user:password@host/database`); with several hosts, as `a,b`, the one of them that takes writes.' }),
  next: secret({ env: 'DATABASE_URL_NEXT', default: undefined, schemes: ['postgres://', 'postgresql://'], problem: databaseUrlProblem, help: 'Where `latchkey move` takes a SQLite database to. A running service goes on there by itself.' }),
  poolSize: integer({ env: 'DATABASE_POOL_SIZE', default: 10, min: 1, max: 200, help: 'PostgreSQL connections per process.' }),
} as const
