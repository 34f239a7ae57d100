import type { TObject, TSchema } from 'typebox'
import { emptyOf } from './read-input.ts'
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

  /** A body as its sender sees it: what counts as empty when it does not come is not required, and has that for a default. */
  writeBody(schema: TObject): object {
    const fields = Object.entries(schema.properties).map(([name, field]) => {
      const empty = emptyOf(schema, name)
      return { name, isRequired: isRequired(schema, name) && empty === undefined, written: this.write(field), empty }
    })
    const required = fields.filter((field) => field.isRequired).map(({ name }) => name)
    return {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: Object.fromEntries(
        fields.map(({ name, written, empty }) => [name, empty === undefined ? written : { ...written, default: empty }]),
      ),
    }
  }

  /** JSON Schema is what TypeBox builds, so nothing is translated. */
  #written(schema: TSchema): object {
    const write = (part: TSchema) => this.write(part)
    const { properties, patternProperties, items, anyOf, ...rest } = schema as {
      readonly properties?: Readonly<Record<string, TSchema>>
      readonly patternProperties?: Readonly<Record<string, TSchema>>
      readonly items?: TSchema
      readonly anyOf?: readonly TSchema[]
    }
    return {
      ...rest,
      ...(properties && { properties: mapped(properties, write) }),
      ...(patternProperties && { patternProperties: mapped(patternProperties, write) }),
      ...(items && { items: write(items) }),
      ...(anyOf && { anyOf: anyOf.map(write) }),
    }
  }
}
