import type { Value } from '../engine.ts'

/** What a text begins with, as a pattern for LIKE with `!` as its escape. */
export const beginning = (text: string): string => `${text.replace(/[!%_]/g, '!$&')}%`

/**
 * Whether a word of a name begins so, in capitals or not. SQLite lowers and compares letters of ASCII alone: a capital `Ä` stays
 * one there, so what was typed is looked for with its first letter as a capital, and in capitals, too.
 */
export function nameBegins(column: string, typed: string): readonly [condition: string, params: readonly Value[]] {
  const lower = typed.toLowerCase()
  const [first = '', ...others] = lower
  const spellings = [...new Set([lower, first.toUpperCase() + others.join(''), lower.toUpperCase()])].map(beginning)
  const patterns = spellings.flatMap((spelling) => [spelling, `% ${spelling}`])
  return [patterns.map(() => `LOWER(${column}) LIKE ? ESCAPE '!'`).join(' OR '), patterns]
}
