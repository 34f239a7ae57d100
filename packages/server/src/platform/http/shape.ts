import type { TObject, TSchema } from 'typebox'
import { Format } from 'typebox/format'
import { Build, Check } from 'typebox/schema'
import { once } from '../kernel/once.ts'

// As in JSON Schema, a format is a note for the reader: flows check addresses and ids, and have errors of their own for them.
Format.Clear()

interface Shape {
  /** Keeps what the schema names, at every depth. A value of another kind stays, for `fits` to refuse. Copies, changes nothing. */
  readonly cut: (value: unknown) => unknown
  /** Compiled at the first call: compiling the checks of all routes would cost more than the rest of the start. */
  readonly fits: (value: unknown) => boolean
}

/** The part of JSON Schema that says where a value has parts. */
export interface Parts {
  readonly anyOf?: readonly TSchema[]
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: Readonly<Record<string, TSchema>>
}

/** Routes and pages share the result of each schema. */
export function bySchema<S extends TSchema, T>(make: (schema: S) => T): (schema: S) => T {
  const made = new WeakMap<S, T>()
  return (schema) => {
    const before = made.get(schema)
    if (before !== undefined) return before
    const one = make(schema)
    made.set(schema, one)
    return one
  }
}

export const shapeOf = bySchema((schema: TSchema): Shape => {
  const check = once(() => Build(schema).Evaluate())
  return { cut: cutterOf(schema), fits: (value) => check().Check(value) }
})

const whole: Shape['cut'] = (value) => value

/** Parts under these keywords are not cut, and would let unnamed fields through; so such a schema is refused at the start. */
const UNKNOWN = ['allOf', 'oneOf', 'not', 'if', '$ref', 'prefixItems', 'additionalProperties']

function cutterOf(schema: TSchema): Shape['cut'] {
  const { anyOf, items, properties, patternProperties } = schema as Parts
  const unknown = UNKNOWN.find((keyword) => keyword in schema) ?? (Array.isArray(items) ? 'items' : undefined)
  if (unknown !== undefined) throw new Error(`a schema of a kind that nobody has needed so far: ${unknown}`)
  if (anyOf) return variantCutter(anyOf)
  if (items) return itemCutter(shapeOf(items).cut)
  if (properties) return fieldCutter(Object.entries(properties).map(([name, field]) => [name, shapeOf(field).cut]))
  if (patternProperties)
    return recordCutter(Object.entries(patternProperties).map(([name, field]) => [new RegExp(name), shapeOf(field).cut]))
  return whole
}

/** Nothing that an object inherits was sent by the client. */
export const own = (values: object, name: string): unknown =>
  Object.hasOwn(values, name) ? (values as Readonly<Record<string, unknown>>)[name] : undefined

/** TypeBox leaves `required` out where the list would be empty. */
export const isRequired = ({ required }: TObject, name: string): boolean => ((required ?? []) as readonly string[]).includes(name)

export const isBodyRequired = ({ required }: TObject): boolean => ((required ?? []) as readonly string[]).length > 0

export const firstInvalidField = (schema: TObject, value: object): string | undefined =>
  Object.entries(schema.properties).find(([name, field]) => {
    const part = own(value, name)
    return part === undefined ? isRequired(schema, name) : !Check(field, part)
  })?.[0]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value that fits no variant stays as it is, and the check that follows refuses it. */
function variantCutter(variants: readonly TSchema[]): Shape['cut'] {
  const shapes = variants.map(shapeOf)
  if (shapes.every(({ cut }) => cut === whole)) return whole
  return (value) => {
    for (const { cut, fits } of shapes) {
      const part = cut(value)
      if (fits(part)) return part
    }
    return value
  }
}

const itemCutter = (cut: Shape['cut']): Shape['cut'] =>
  cut === whole ? whole : (value) => (Array.isArray(value) ? value.map((item) => cut(item)) : value)

const fieldCutter =
  (fields: readonly (readonly [name: string, cut: Shape['cut']])[]): Shape['cut'] =>
  (value) => {
    if (!isRecord(value)) return value
    const part: Record<string, unknown> = {}
    for (const [name, cut] of fields) {
      const field = own(value, name)
      if (field !== undefined) part[name] = cut(field)
    }
    return part
  }

/** For records with any names. `__proto__` stays a name like the others, for the flow to refuse, and never becomes a prototype. */
const recordCutter =
  (patterns: readonly (readonly [names: RegExp, cut: Shape['cut']])[]): Shape['cut'] =>
  (value) => {
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, field]) => {
        const [, cut] = patterns.find(([names]) => names.test(name)) ?? []
        return cut ? [[name, cut(field)] as const] : []
      }),
    )
  }
