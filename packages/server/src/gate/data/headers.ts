import type { Fields, Value } from './field.ts'
import { textsOf } from './value.ts'
import { filledValues, type StoredData } from './visible-values.ts'

export const MOST_HEADER_BYTES = 1024

export const headerOf = (name: string): string => `X-Latchkey-Data-${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** Entries of a list have commas between them, which no encoded entry has. */
const encoded = (value: Value | undefined): string =>
  value === undefined ? '' : textsOf(value).map(encodeURIComponent).join(',')

export const sizeInHeader = (value: Value | undefined): number => encoded(value).length

export const dataHeaderNames = (fields: Fields): readonly string[] =>
  fields.filter((field) => field.inHeaders).map(({ name }) => headerOf(name))

/**
 * Every header comes every time, empty where there is no value, so that a proxy overwrites what a client has sent. No value is cut: one for
 * which there is no room, because `inHeaders` was declared after it was written, is left out as a whole.
 */
export function dataHeaders(fields: Fields, data: StoredData): Readonly<Record<string, string>> {
  let left = MOST_HEADER_BYTES
  const sent = fields.filter((field) => field.inHeaders)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(filledValues(sent, data))) {
    const text = encoded(value ?? undefined)
    headers[headerOf(name)] = text.length <= left ? text : ''
    if (text.length <= left) left -= text.length
  }
  return headers
}
