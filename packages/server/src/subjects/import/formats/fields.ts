/** An object with members; undefined for everything else, lists included. */
export const objectOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Ids may be numbers. Empty is as if it were absent, as in CSV, which has nothing else for that. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A hash that is no text is of no kind that there is, and not the same as none. */
export const hashTextOf = (value: unknown): string | undefined =>
  textOf(value) ?? ((typeof value === 'object' && value !== null) || value === true ? 'no text' : undefined)

const YES = ['true', 't', '1', 'yes', 'TRUE', 'True']

/** JSON, SQLite and CSV say it differently. Whatever is not one of their words is no. */
export const flagOf = (value: unknown): boolean => value === true || value === 1 || YES.includes(String(textOf(value)))

/** Beyond it nothing is a date in JavaScript. */
const LAST_TIME = 8.64e15

/** With a time zone or as a database writes UTC, `2024-05-01 12:00:00`; numbers are of the unit that the format has. */
export function timeOf(value: unknown, unit: 'seconds' | 'milliseconds' = 'milliseconds'): number | undefined {
  const text = textOf(value)
  if (text === undefined) return undefined
  const at = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) * (unit === 'seconds' ? 1000 : 1) : Date.parse(inIso(text))
  return Math.abs(at) <= LAST_TIME ? Math.floor(at) : undefined
}

const inIso = (text: string): string => {
  const iso = text
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T')
    .replace(/ UTC$/, 'Z')
    .replace(/([+-]\d{2})$/, '$1:00')
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(iso) ? `${iso}Z` : iso
}
