import type { TObject, TSchema } from 'typebox'
import { CHOICES } from '../kernel/one-of.ts'
import { isRequired } from './shape.ts'

export const refTo = (title: string) => ({ $ref: `#/components/schemas/${title}` })

const mapped = (schemas: Readonly<Record<string, TSchema>>, write: (schema: TSchema) => object): Record<string, object> =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, write(schema)]))

/** The schemas of a document. What has a title is written once, under its title, and referred to everywhere else. */
export class SchemaBook {
  readonly #titled = new Map<string, object>()

  /** In the order in which a reader comes across them. */
  get titled(): Record<string, object> {
    return Object.fromEntries(this.#titled)
  }

  write(schema: TSchema): object {
    const { title } = schema as { readonly title?: string }
    if (title === undefined) return this.#written(schema)
    const before = this.#titled.get(title)
    this.#titled.set(title, before ?? {}) // its place, before those of its parts
    const written = this.#written(schema)
    if (before && JSON.stringify(before) !== JSON.stringify(written)) throw new Error(`two schemas are called ${title}`)
    this.#titled.set(title, written)
    return refTo(title)
  }

  /**
   * A body as its sender sees it. What does not come is read as empty, and then refused by the flow in its own words: it is required
   * all the same, unless the flow has use for nothing and says so by a default.
   */
  writeBody(schema: TObject): object {
    const fields = Object.entries(schema.properties).map(([name, field]) => {
      const given = 'type' in field && field['type'] === 'boolean' && isRequired(schema, name) ? { default: false } : {}
      const written = { ...given, ...this.write(field) }
      return { name, isRequired: isRequired(schema, name) && !('default' in written), written }
    })
    const required = fields.filter((field) => field.isRequired).map(({ name }) => name)
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(fields.map(({ name, written }) => [name, written])),
    }
  }

  /** JSON Schema is what TypeBox builds, so nothing is translated. */
  #written(schema: TSchema): object {
    const write = (part: TSchema) => this.write(part)
    const {
      properties,
      patternProperties,
      items,
      anyOf,
      [CHOICES]: choices,
      ...rest
    } = schema as {
      readonly properties?: Readonly<Record<string, TSchema>>
      readonly patternProperties?: Readonly<Record<string, TSchema>>
      readonly items?: TSchema
      readonly anyOf?: readonly TSchema[]
      readonly [CHOICES]?: readonly string[]
    }
    return {
      ...rest,
      ...(choices && { enum: choices }),
      ...(properties && { properties: mapped(properties, write) }),
      ...(patternProperties && { patternProperties: mapped(patternProperties, write) }),
      ...(items && { items: write(items) }),
      ...(anyOf && { anyOf: anyOf.map(write) }),
    }
  }
}
