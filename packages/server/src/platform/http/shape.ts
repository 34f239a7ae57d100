import type { TObject, TSchema } from 'typebox'
import { Format } from 'typebox/format'
import { Build, Check } from 'typebox/schema'
import { once } from '../kernel/once.ts'

// A format is a note for the reader of the schema, as JSON Schema itself has it: what an address or an id is, the flows
// know, and have errors for it.
Format.Clear()

/** A schema at work, the same for what comes in and for what goes out. */
interface Shape {
  /** What the schema names of a value, at every depth; a value of another kind as it is. Nothing is changed in place. */
  readonly cut: (value: unknown) => unknown
  /** TypeBox's check, compiled when it is first asked: compiling those of all routes would cost more than the rest of the start. */
  readonly fits: (value: unknown) => boolean
}

/** The part of JSON Schema that says where a value has parts. */
interface Parts {
  readonly anyOf?: readonly TSchema[]
  readonly items?: TSchema
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly patternProperties?: Readonly<Record<string, TSchema>>
}

/** Made once for each schema: routes and pages read the same ones. */
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

/** Where parts hide that nothing below cuts. Such a schema is refused when the app is made: it would let through what it does not name. */
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

/** What an object has itself: nothing that it inherits was given. */
export const own = (values: object, name: string): unknown =>
  Object.hasOwn(values, name) ? (values as Readonly<Record<string, unknown>>)[name] : undefined

/** TypeBox leaves the list out when there would be nothing in it. */
export const isRequired = ({ required }: TObject, name: string): boolean => ((required ?? []) as readonly string[]).includes(name)

/** Whether there is anything that a request cannot leave out. */
export const isBodyRequired = ({ required }: TObject): boolean => ((required ?? []) as readonly string[]).length > 0

/** The first field of an object that does not fit its schema. */
export const misfit = (schema: TObject, value: object): string | undefined =>
  Object.entries(schema.properties).find(([name, field]) => {
    const given = own(value, name)
    return given === undefined ? isRequired(schema, name) : !Check(field, given)
  })?.[0]

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first variant that fits. A value that fits none stays as it is, and the check that follows refuses it. */
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

/** Names that the schema does not list. `__proto__` is never one of them. */
const recordCutter =
  (patterns: readonly (readonly [names: RegExp, cut: Shape['cut']])[]): Shape['cut'] =>
  (value) => {
    if (!isRecord(value)) return value
    const part: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(value)) {
      const [, cut] = patterns.find(([names]) => names.test(name)) ?? []
      if (cut && name !== '__proto__') part[name] = cut(field)
    }
    return part
  }
