import type { Migration } from './migrations.ts'
import { migrations } from './migrations.ts'

/** Migrations from before the first release are folded into 0001: a database with the last of them has all that 0001 makes. */
export const FOLDED = { first: '0001-accounts-and-sessions', last: '0032-passkey-rp-ids' } as const

/** `unknown` was made by a newer program; where `isTooOld`, an older program has to finish first. */
export function migrationState(applied: readonly string[], all: readonly Migration[] = migrations) {
  const isFolded = applied.includes(FOLDED.first)
  return {
    unknown: isFolded ? [] : applied.filter((id) => !all.some((one) => one.id === id)),
    pending: all.filter(({ id }) => !applied.includes(id)),
    isTooOld: isFolded && !applied.includes(FOLDED.last),
  }
}

export const levelOf = (applied: readonly string[]): string =>
  migrations.findLast(({ id }) => applied.includes(id))?.id ?? applied.at(-1) ?? ''
