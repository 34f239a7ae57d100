import type { TSchema } from 'typebox'

/** The part of JSON Schema that replies use. */
interface Shape {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
}

/**
 * A reply reduced to what its schema names, so that a field nobody meant to show never leaves. Compiling a serialiser
 * for every route does the same and costs more than all the rest of the start; only the hot path has one.
 */
export const shaped = (schema: TSchema, value: unknown): unknown => reduce(schema as Shape, value)

function reduce(shape: Shape, value: unknown): unknown {
  if (shape.anyOf) return reduce(variantOf(shape.anyOf, value), value)
  if (shape.items && Array.isArray(value)) return value.map((item) => reduce(shape.items ?? {}, item))
  if (!shape.properties || !isRecord(value)) return value
  const reduced: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(shape.properties)) {
    if (value[name] !== undefined) reduced[name] = reduce(inner, value[name])
    else if (shape.required?.includes(name)) throw new Error(`the reply lacks ${name}`)
  }
  return reduced
}

function variantOf(variants: readonly Shape[], value: unknown): Shape {
  const variant = variants.find((one) => fits(one, value))
  if (!variant) throw new Error('the reply fits none of its shapes')
  return variant
}

function fits({ type, const: literal, properties, required = [] }: Shape, value: unknown): boolean {
  if (literal !== undefined) return value === literal
  if (!properties) return type === 'null' ? value === null : typeof value === type
  return isRecord(value) && required.every((name) => value[name] !== undefined) && literalsFit(properties, value)
}

const literalsFit = (properties: Readonly<Record<string, Shape>>, value: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(properties).every(([name, shape]) => shape.const === undefined || shape.const === value[name])

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
