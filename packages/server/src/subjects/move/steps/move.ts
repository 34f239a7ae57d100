import type { Engine, Row } from '../../../platform/store/engine.ts'
import type { Source } from '../source/source.ts'
import type { TableShape } from '../source/table-shape.ts'

/** One run of the command. */
export interface Move {
  readonly id: string
  /** Without the password. */
  readonly target: string
  readonly source: Source
  readonly engine: Engine
  readonly tables: readonly TableShape[]
  readonly say: (line: string) => void
  /** Throws where the operator wants to stop, or another move of this file has begun. */
  readonly checkGoingOn: () => void
}

/** Rows that one statement takes. */
export const PIECE = 500

export function* piecesOf<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let at = 0; at < all.length; at += PIECE) yield all.slice(at, at + PIECE)
}

export const keyOf = ({ key }: TableShape, row: Row): string => JSON.stringify(key.map((column) => row[column]))

/** Keys by table: of rows that have changed, or that were not stored as they are. */
export class Keys {
  readonly #byTable = new Map<string, Set<string>>()

  add(table: string, keys: Iterable<string>): void {
    const known = this.#byTable.get(table) ?? new Set()
    for (const key of keys) known.add(key)
    this.#byTable.set(table, known)
  }

  of(table: string): readonly string[] {
    return [...(this.#byTable.get(table) ?? [])]
  }

  get size(): number {
    return [...this.#byTable.values()].reduce((sum, keys) => sum + keys.size, 0)
  }

  clear(): void {
    this.#byTable.clear()
  }
}

/** By how many rows each table has grown more in the new database than in the file: by none once all changes are there. */
export class Balance {
  readonly #rows = new Map<string, number>()

  add(table: string, rows: number): void {
    this.#rows.set(table, (this.#rows.get(table) ?? 0) + rows)
  }

  copy(): Balance {
    const other = new Balance()
    for (const [table, rows] of this.#rows) other.add(table, rows)
    return other
  }

  /** A table whose rows are not all there, or too many. */
  get uneven(): string | undefined {
    return [...this.#rows].find(([, rows]) => rows !== 0)?.[0]
  }
}
