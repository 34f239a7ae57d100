import type { Migration } from './migration.ts'
import { migrations } from './migrations.ts'

/** Those from before the first release are folded into the first of today: a database that has the last of them has all that is there. */
export const FOLDED = { first: '0001-accounts-and-sessions', last: '0032-passkey-rp-ids' } as const

/** How a database stands to this program, by the migrations that it has. */
interface MigrationState {
  /** A newer program has made these. */
  readonly unknown: readonly string[]
  readonly pending: readonly Migration[]
  /** An older program has to finish first. */
  readonly isTooOld: boolean
}

export function migrationState(applied: readonly string[], all: readonly Migration[] = migrations): MigrationState {
  const isFolded = applied.includes(FOLDED.first)
  return {
    unknown: isFolded ? [] : applied.filter((id) => !all.some((one) => one.id === id)),
    pending: all.filter(({ id }) => !applied.includes(id)),
    isTooOld: isFolded && !applied.includes(FOLDED.last),
  }
}

/** The newest that a database has, for telling. */
export const levelOf = (applied: readonly string[]): string =>
  migrations.findLast(({ id }) => applied.includes(id))?.id ?? applied.at(-1) ?? ''
