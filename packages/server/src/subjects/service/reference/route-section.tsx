import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import { codesIn, ErrorCodes } from './error-codes.tsx'
import { commandOf, exampleOf, json } from './example.ts'
import { AnswerFields, Fields, fieldsOf, typeOf } from './fields.tsx'
import { anchorOf } from './groups.ts'
import type { Operation, Route, Schema, Schemas } from './open-api.ts'
import { Prose } from './prose.tsx'
import { canBeTried, TryIt } from './try-it.tsx'

interface SectionProps {
  readonly route: Route
  readonly schemas: Schemas
  readonly publicUrl: string
  /** Said of all routes of the page. */
  readonly shared: readonly ErrorCode[]
}

export function RouteSection({ route, schemas, publicUrl, shared }: SectionProps) {
  const { method, path, operation } = route
  const body = operation.requestBody?.content
  const schema = Object.values(body ?? {})[0]?.schema
  const { parameters = [] } = operation
  const codes = codesIn(operation).filter((code) => !shared.includes(code))
  const isForm = body !== undefined && !('application/json' in body)
  return (
    <section class="route" id={anchorOf(route)}>
      <h2>
        <a href={`#${anchorOf(route)}`}>
          <b class="method">{method}</b> <span>{path}</span>
        </a>
      </h2>
      <p>
        <Prose text={operation.summary} />. {whoOf(operation)}
      </p>
      {parameters.length > 0 && !canBeTried(route) && (
        <Fields
          title="Parameters"
          fields={parameters.map(({ in: place, schema, ...one }) => ({ ...one, place, type: typeOf(schema) }))}
        />
      )}
      {canBeTried(route) && <TryIt path={path} parameters={parameters} typeOf={(parameter) => typeOf(parameter.schema)} />}
      {schema && <Fields title={isForm ? 'Form' : 'Body'} fields={fieldsOf(schema, schemas)} />}
      <Block title="Request" text={commandOf(publicUrl, route, schema && !isForm ? required(schema, schemas) : undefined)} />
      <Answers operation={operation} schemas={schemas} />
      {codes.length > 0 && (
        <>
          <h3>Errors</h3>
          <ErrorCodes codes={codes} />
        </>
      )}
    </section>
  )
}

function whoOf({ security }: Operation): string {
  const scope = security.find((one) => 'key' in one)?.['key']?.[0]
  if (scope !== undefined) return `For administrators, and for keys with ${scope}.`
  return security.length > 0 && security.every((one) => 'session' in one) ? 'Needs a session.' : 'For all.'
}

/** An example of a body has the required fields alone: the list above it has the others. */
const required = (schema: Schema, schemas: Schemas): unknown =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name]) => schema.required?.includes(name))
      .map(([name, field]) => [name, exampleOf(field, schemas, name)]),
  )

const Block = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div class="block">
    <h3>{title}</h3>
    <pre>{text}</pre>
  </div>
)

function Answers({ operation, schemas }: { readonly operation: Operation; readonly schemas: Schemas }) {
  const good = Object.entries(operation.responses).filter(([status]) => Number(status) < 400)
  const formsOf = (content: (typeof good)[number][1]['content']): readonly Schema[] => {
    const schema = content?.['application/json']?.schema
    return schema?.anyOf ?? (schema ? [schema] : [])
  }
  return (
    <>
      {good.flatMap(([status, { description, content }]) => {
        const forms = formsOf(content)
        if (forms.length === 0) return [<Block key={status} title={`Answer ${status}`} text={description} />]
        return forms.map((form, at) => (
          <Block key={at} title={titleOf(status, form, forms.length)} text={json(exampleOf(form, schemas))} />
        ))
      })}
      <AnswerFields forms={good.flatMap(([, { content }]) => formsOf(content))} schemas={schemas} />
    </>
  )
}

/** One of several answers is named after its schema: `VerificationPending` is "verification pending". */
function titleOf(status: string, { $ref }: Schema, count: number): string {
  const name = $ref?.replace(/.*\//, '').replace(/(?<=.)(?=[A-Z])/g, ' ')
  return count === 1 || name === undefined ? `Answer ${status}` : `Answer ${status}: ${name.toLowerCase()}`
}
