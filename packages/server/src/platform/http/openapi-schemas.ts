import type { TObject, TSchema } from 'typebox'
import { DOCUMENTED, type Documented } from '../kernel/one-of.ts'
import { isRequired, type Parts } from './shape.ts'

export const refTo = (title: string) => ({ $ref: `#/components/schemas/${title}` })

const mapped = (schemas: Readonly<Record<string, TSchema>>, write: (schema: TSchema) => object): Record<string, object> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, write(schema)]))

/** A schema with a title is written once, under its title, and referred to everywhere else. */
export class SchemaBook {
  readonly #titled = new Map<string, object>()
  readonly #declared: Readonly<Record<string, TSchema>>

  /** `declared` has schemas in place of others, by their titles. */
  constructor(declared: Readonly<Record<string, TSchema>> = {}) {
    this.#declared = declared
  }

  /** In the order in which the document first refers to them. */
  get titled(): Record<string, object> {
    return Object.fromEntries(this.#titled)
  }

  write(schema: TSchema): object {
    const { title } = schema as { readonly title?: string }
    if (title === undefined) return this.#written(schema)
    const before = this.#titled.get(title)
    this.#titled.set(title, before ?? {}) // takes its place before the schemas that it refers to
    const { description } = schema as { readonly description?: string }
    const declared = this.#declared[title]
    const written = this.#written(declared ? ({ title, description, ...declared } as TSchema) : schema)
    if (before && JSON.stringify(before) !== JSON.stringify(written)) throw new Error(`two schemas are called ${title}`)
    this.#titled.set(title, written)
    return refTo(title)
  }

  /** A missing field is read as empty, which the flow then refuses: so it is required, unless the flow declares a default. */
  writeBody(schema: TObject): object {
    const fields = Object.entries(schema.properties).map(([name, field]) => {
      const isFlag = 'type' in field && field['type'] === 'boolean' && isRequired(schema, name)
      const written = { ...(isFlag && { default: false }), ...this.write(field) }
      return { name, isRequired: isRequired(schema, name) && !('default' in written), written }
    })
    const required = fields.filter((field) => field.isRequired).map(({ name }) => name)
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(fields.map(({ name, written }) => [name, written])),
    }
  }

  /** TypeBox builds JSON Schema, so nothing is translated. */
  #written(schema: TSchema): object {
    const write = (part: TSchema) => this.write(part)
    type Known = Parts & { readonly [DOCUMENTED]?: Documented }
    const { properties, patternProperties, items, anyOf, [DOCUMENTED]: shown, ...rest } = schema as Known
    return {
      ...rest,
      ...shown,
      ...(properties && { properties: mapped(properties, write) }),
      ...(patternProperties && { patternProperties: mapped(patternProperties, write) }),
      ...(items && { items: write(items) }),
      ...(anyOf && { anyOf: anyOf.map(write) }),
    }
  }
}
