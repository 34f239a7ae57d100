import { type ErrorCode, errors } from '../../../platform/kernel/errors.ts'
import { commandOf, exampleOf, json } from './example.ts'
import { anchorOf } from './groups.ts'
import { type Operation, type Route, resolved, type Schema, type Schemas } from './open-api.ts'

export function RouteSection({ route, schemas }: { readonly route: Route; readonly schemas: Schemas }) {
  const { method, path, operation } = route
  const body = operation.requestBody?.content
  const schema = Object.values(body ?? {})[0]?.schema
  const isForm = body !== undefined && !('application/json' in body)
  return (
    <section class="route" id={anchorOf(route)}>
      <h3>
        <b class="method">{method}</b> <span>{path}</span>
      </h3>
      <p>
        {operation.summary}. {whoOf(operation)}
      </p>
      {operation.parameters && (
        <Fields
          title="Parameters"
          fields={operation.parameters.map(({ in: place, schema, ...one }) => ({ ...one, place, type: typeOf(schema, schemas) }))}
        />
      )}
      {schema && <Fields title={isForm ? 'Form' : 'Body'} fields={fieldsOf(schema, schemas)} />}
      <Block title="Request" text={commandOf(method, path, schema && !isForm ? required(schema, schemas) : undefined)} />
      <Answers operation={operation} schemas={schemas} />
      <Failures operation={operation} />
    </section>
  )
}

function whoOf({ security }: Operation): string {
  const scope = security.find((one) => 'key' in one)?.['key']?.[0]
  if (scope !== undefined) return `For administrators, and for keys with ${scope}.`
  return security.length > 0 && security.every((one) => 'session' in one) ? 'Needs a session.' : 'For all.'
}

type FieldFacts = Readonly<{ name: string; type: string; place?: string; required?: boolean; description?: string }>

const fieldsOf = (schema: Schema, schemas: Schemas): readonly FieldFacts[] =>
  Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    type: typeOf(field, schemas),
    required: schema.required?.includes(name) ?? false,
    ...(field.description !== undefined && { description: field.description }),
  }))

function Fields({ title, fields }: { readonly title: string; readonly fields: readonly FieldFacts[] }) {
  return (
    <>
      <h4>{title}</h4>
      <dl>
        {fields.map(({ name, type, place, required, description }) => (
          <div key={name}>
            <dt>
              <code>{name}</code> <small>{[place, type, required ? 'required' : 'optional'].filter(Boolean).join(', ')}</small>
            </dt>
            {description !== undefined && <dd>{description}</dd>}
          </div>
        ))}
      </dl>
    </>
  )
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const { type, enum: values, anyOf, items, const: only } = resolved(schema, schemas)
  if (only !== undefined) return JSON.stringify(only)
  if (values) return values.length > 8 ? 'one of several words' : values.join(' | ')
  if (anyOf) return anyOf.map((one) => typeOf(one, schemas)).join(' | ')
  if (items) return `list of ${typeOf(items, schemas)}`
  return type ?? 'object'
}

/** An example of a body has the required fields alone: the list above it has the others. */
const required = (schema: Schema, schemas: Schemas): unknown =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => schema.required?.includes(name))
      .map(([name, field]) => [name, exampleOf(field, schemas, name)]),
  )

const Block = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <>
    <h4>{title}</h4>
    <pre>{text}</pre>
  </>
)

function Answers({ operation, schemas }: { readonly operation: Operation; readonly schemas: Schemas }) {
  const good = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
  return (
    <>
      {good.flatMap(([status, { description, content }]) => {
        const schema = content?.['application/json']?.schema
        const forms = schema?.anyOf ?? (schema ? [schema] : [])
        if (forms.length === 0) return [<Block key={status} title={`Answer ${status}`} text={description} />]
        return forms.map((form, at) => (
          <Block key={at} title={titleOf(status, form, forms.length)} text={json(exampleOf(form, schemas))} />
        ))
      })}
    </>
  )
}

/** One of several answers is named after its schema: `VerificationPending` is "verification pending". */
function titleOf(status: string, { $ref }: Schema, count: number): string {
  const name = $ref?.replace(/.*\//, '').replace(/(?<=.)(?=[A-Z])/g, ' ')
  return count === 1 || name === undefined ? `Answer ${status}` : `Answer ${status}: ${name.toLowerCase()}`
}

function Failures({ operation }: { readonly operation: Operation }) {
  const bad = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
  if (bad.length === 0) return null
  return (
    <details>
      <summary>Errors and their causes</summary>
      <dl>
        {bad.flatMap(([status, { content }]) =>
          codesIn(content).map((code) => (
            <div key={code}>
              <dt>
                <b>{status}</b> <code>{code}</code>
              </dt>
              <dd>
                {errors[code][1]} <span>{errors[code][2]}</span>
              </dd>
            </div>
          )),
        )}
      </dl>
    </details>
  )
}

const codesIn = (content: Operation['responses'][string]['content']): readonly ErrorCode[] =>
  (content?.['application/json']?.schema.allOf ?? []).flatMap(
    ({ properties }) => (properties?.['error']?.enum ?? []) as readonly ErrorCode[],
  )
