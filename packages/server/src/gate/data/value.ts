import { visibleLine } from '../../platform/kernel/display-name.ts'
import { type Field, MOST_ENTRIES, type Value } from './field.ts'

type Read = { readonly value: Value | undefined } | { readonly problem: string }

const good = (value: Value | undefined): Read => ({ value })
const bad = (problem: string): Read => ({ problem })

/** A date of a calendar, and not only of that form. The calendar of forms has no year 0: a browser would send none back. */
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/
const isDate = (text: string): boolean => DATE.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** Undefined where the field is to be empty. What a problem says goes on behind the name of the field. */
export function readValue(field: Field, sent: unknown): Read {
  if (sent === null || sent === undefined || (typeof sent === 'string' && sent.trim() === '')) return good(undefined)
  return READERS[field.type](field, sent)
}

const READERS: Readonly<Record<Field['type'], (field: Field, sent: unknown) => Read>> = {
  text: readText,
  list: readList,
  number: (_, sent) =>
    typeof sent === 'number' && Number.isFinite(sent) ? good(sent === 0 ? 0 : sent) : bad('must be a number'),
  boolean: (_, sent) => (typeof sent === 'boolean' ? good(sent) : bad('must be true or false')),
  date: (_, sent) => (typeof sent === 'string' && isDate(sent) ? good(sent) : bad('must be a date such as 2026-01-31')),
  choice: ({ choices }, sent) => {
    const value = choices.find((one) => one === sent)
    return value === undefined ? bad(`must be one of ${choices.join(', ')}`) : good(value)
  },
}

function readText({ maxLength, pattern }: Field, sent: unknown): Read {
  if (typeof sent !== 'string') return bad('must be text')
  // Far longer texts are not looked at character by character.
  const isLong = sent.trim().length > 2 * maxLength || [...sent.trim()].length > maxLength
  if (isLong) return bad(`must be at most ${maxLength} characters long`)
  const line = visibleLine(sent, maxLength)
  if (line === undefined) return bad('must be one line without control characters')
  return !pattern || pattern.matches(line) ? good(line) : bad('does not have the form that it must have')
}

function readList(field: Field, sent: unknown): Read {
  if (!Array.isArray(sent)) return bad('must be a list of texts')
  if (sent.length > MOST_ENTRIES) return bad(`must have at most ${MOST_ENTRIES} entries`)
  const entries: string[] = []
  for (const one of sent) {
    const read = readText(field, one)
    if ('problem' in read) return bad(`has an entry that ${read.problem}`)
    entries.push(read.value as string)
  }
  return good(entries.length === 0 ? undefined : entries)
}

/** Whether a value that was stored, perhaps under another declaration, is one of this field. */
export function fits(field: Field, value: unknown): value is Value {
  const read = readValue(field, value)
  return 'value' in read && read.value !== undefined && JSON.stringify(read.value) === JSON.stringify(value)
}

/** The texts of which a value is made, as they stand in a header, a cell or a line of a form. */
export const textsOf = (value: Value): readonly string[] => (Array.isArray(value) ? value.map(String) : [String(value)])

export const bytesOf = (value: Value): number => textsOf(value).reduce((sum, one) => sum + Buffer.byteLength(one), 0)
