import type { Row, Value } from './engine.ts'

/** What of a column decides how it is read and written. */
interface Compiled {
  readonly name: string
  readonly isOptional?: true
  readonly codec?: unknown
}

/**
 * What reads and writes the rows of one list of columns, as if it were written by hand. A loop over any list's columns takes several
 * times as long, because the engine cannot know where in which object a value is. Only names of columns become code, never a value.
 */
const compile = <T>(names: string, code: string, ...given: readonly unknown[]): T =>
  new Function(...names.split(' '), `'use strict'; return ${code}`)(...given)

const quoted = (text: string): string => JSON.stringify(text)

/** Values in `known` are not looked for in the row. */
export function rowReader(
  table: string,
  entries: Readonly<Record<string, Compiled>>,
  prefix: string,
  known: object,
): (row: Row) => unknown {
  const missing = (name: string): never => {
    throw new Error(`nothing in column ${name} of ${table}`)
  }
  const fields = Object.entries(entries).filter(([key]) => !(key in known))
  const reading = ([key, { name, codec, isOptional }]: (typeof fields)[number]): string => {
    const stored = `row[${quoted(prefix + name)}]`
    const present = `(${stored} ?? missing(${quoted(name)}))`
    const value = codec ? `entries[${quoted(key)}].codec.decode${present}` : present
    return isOptional ? `${stored} === null ? undefined : ${value}` : value
  }
  const ofKnown = Object.keys(known).map((key) => `${quoted(key)}: known[${quoted(key)}]`)
  const all = [...ofKnown, ...fields.map((field) => `${quoted(field[0])}: ${reading(field)}`)]
  return compile('entries known missing', `(row) => ({ ${all.join(', ')} })`, entries, known, missing)
}

/** One parameter for each column, in the order of the list. */
export function rowWriter(bound: readonly (readonly [key: string, column: Compiled])[]): (values: object) => Value[] {
  const entries = Object.fromEntries(bound)
  const all = bound.map(([key, { codec }]) => {
    const value = `values[${quoted(key)}]`
    const encoded = codec ? `entries[${quoted(key)}].codec.encode(${value})` : value
    return `${value} === undefined ? null : ${encoded}`
  })
  return compile('entries', `(values) => [${all.join(', ')}]`, entries)
}
