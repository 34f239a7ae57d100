import { resolved, type Schema, type Schemas } from './open-api.ts'
import { Prose } from './prose.tsx'

export type FieldFacts = Readonly<{ name: string; type: string; place?: string; required?: boolean; description?: string }>

/** Fields of an object in a field are listed after it, as `mail.waiting`; a shape with a name has a section of its own. */
export const fieldsOf = (schema: Schema, schemas: Schemas, within = ''): readonly FieldFacts[] =>
  Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const name = `${within}${key}`
    const description = field.description ?? resolved(field, schemas).description
    const facts = { name, type: typeOf(field), required: schema.required?.includes(key) ?? false }
    return [{ ...facts, ...(description !== undefined && { description }) }, ...fieldsOf(objectIn(field), schemas, `${name}.`)]
  })

/** The object that a field has, or has a list of, or may have. */
function objectIn(schema: Schema): Schema {
  const { properties, items, anyOf } = schema
  if (properties) return schema
  const inner = [items ?? [], anyOf ?? []].flat().find((one) => one.properties)
  return inner ?? {}
}

export function typeOf({ $ref, type, enum: values, anyOf, items, const: only }: Schema): string {
  if ($ref !== undefined) return $ref.replace(/.*\//, '')
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.length > 8 ? 'one of several words' : values.join(' | ')
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (items) return `list of ${typeOf(items)}`
  return type ?? 'object'
}

export const Fields = ({ title, fields }: { readonly title: string; readonly fields: readonly FieldFacts[] }) => (
  <>
    <h3>{title}</h3>
    <FieldList fields={fields} />
  </>
)

/** Of an answer only what may be missing is worth saying. */
const AnswerFieldList = ({ fields }: { readonly fields: readonly FieldFacts[] }) => (
  <FieldList fields={fields.map(({ required, ...field }) => ({ ...field, ...(!required && { required }) }))} />
)

const words = ({ place, type, required }: FieldFacts): string =>
  [place, type, required !== undefined && (required ? 'required' : 'optional')].filter(Boolean).join(', ')

const FieldList = ({ fields }: { readonly fields: readonly FieldFacts[] }) => (
  <dl>
    {fields.map((field) => (
      <div key={field.name}>
        <dt>
          <code>{field.name}</code> <small>{words(field)}</small>
        </dt>
        {field.description !== undefined && (
          <dd>
            <Prose text={field.description} />
          </dd>
        )}
      </div>
    ))}
  </dl>
)

/** On one page all shapes would be more than is read, or sent at once. */
export const SHAPE_PAGES = [
  { path: '~/docs/shapes', title: 'Shapes, A to L', has: (name: string): boolean => name < 'M' },
  { path: '~/docs/shapes-m-to-z', title: 'Shapes, M to Z', has: (name: string): boolean => name >= 'M' },
] as const

export const shapeLink = (name: string): string => `${SHAPE_PAGES.find(({ has }) => has(name))?.path}#${shapeAnchor(name)}`

const shapeAnchor = (name: string): string => `shape-${name.toLowerCase()}`

/** A shape with a name, which answers of several routes have. */
export const ShapeSection = ({ name, schemas }: { readonly name: string; readonly schemas: Schemas }) => {
  const schema: Schema = schemas[name] ?? {}
  return (
    <section class="route" id={shapeAnchor(name)}>
      <h2>{name}</h2>
      <p>
        <Prose text={schema.description} />
      </p>
      <AnswerFieldList fields={fieldsOf(schema, schemas)} />
    </section>
  )
}

/** What the answers of a route have: their own fields, and the names of shapes. */
export function AnswerFields({ forms, schemas }: { readonly forms: readonly Schema[]; readonly schemas: Schemas }) {
  const names = [...new Set(forms.flatMap(namesIn))]
  const fields = forms.flatMap((form) => fieldsOf(form, schemas))
  if (names.length === 0 && fields.length === 0) return null
  return (
    <details>
      <summary>Fields of the answer</summary>
      {fields.length > 0 && <AnswerFieldList fields={fields} />}
      {names.length > 0 && (
        <p>
          Shapes:{' '}
          {names.map((name, at) => (
            <>
              {at > 0 && ', '}
              <a href={shapeLink(name)}>{name}</a>
            </>
          ))}
        </p>
      )}
    </details>
  )
}

const namesIn = (schema: Schema): readonly string[] => [
  ...(schema.$ref === undefined ? [] : [typeOf(schema)]),
  ...[schema.items ?? [], schema.anyOf ?? [], Object.values(schema.properties ?? {})].flat().flatMap(namesIn),
]
