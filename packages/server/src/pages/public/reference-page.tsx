import { once } from '../../kernel/once.ts'
import type { Page } from '../../kernel/page.ts'
import { htmlDocument } from '../components/html-document.tsx'
import { referenceStyle } from './reference-style.ts'

type Media = Readonly<Record<string, { readonly schema: Schema }>>

interface Operation {
  readonly summary: string
  readonly security: readonly object[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Media }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Media }>>
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

type Schemas = Readonly<Record<string, object>>

interface OpenApi {
  readonly info: { readonly title: string; readonly description: string }
  readonly paths: Readonly<Record<string, Record<string, unknown>>>
  readonly components: { readonly schemas: Schemas }
}

interface Route {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** `/docs`: the OpenAPI document for people. One page, rendered when it is first asked for; no script, nothing from another host. */
export function referencePage(document: () => OpenApi): Page<unknown> {
  const page = once(() => render(document()))
  return { path: '/docs', render: async () => page() }
}

function render({ info, paths, components: { schemas } }: OpenApi) {
  const routes: Route[] = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as Operation,
    })),
  )
  const body = <Reference info={info} routes={routes} schemas={schemas} />
  return htmlDocument({ title: `${info.title} API`, style: referenceStyle, body })
}

function Reference({ info, routes, schemas }: { info: OpenApi['info']; routes: readonly Route[]; schemas: Schemas }) {
  return (
    <>
      <header>
        <h1>{info.title} API</h1>
        <p>
          Accounts and cookie sessions. State-changing requests need an <code>Origin</code> header of an allowed origin. The same
          reference for machines: <a href="/openapi.json">OpenAPI 3.1</a>.
        </p>
        <nav aria-label="Routes">
          <ul>
            {routes.map(({ method, path }) => (
              <li key={method + path}>
                <a href={`#${anchor(method, path)}`}>
                  <b class={method}>{method}</b> {path}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main>
        {routes.map((route) => (
          <RouteSection key={route.method + route.path} {...route} schemas={schemas} />
        ))}
      </main>
    </>
  )
}

function RouteSection({ method, path, operation, schemas }: Route & { schemas: Schemas }) {
  const [body] = Object.values(operation.requestBody?.content ?? {})
  const answers = Object.entries(operation.responses)
  const isGood = ([status]: [string, unknown]): boolean => Number(status) < 400
  return (
    <section id={anchor(method, path)}>
      <h2>
        <b class={method}>{method}</b> {path}
      </h2>
      <p>
        {operation.summary}.{needsSession(operation) ? ' Needs a session.' : ''}
      </p>
      {operation.parameters && (
        <p>Parameters: {operation.parameters.map(({ name, in: place }) => `${name} (${place})`).join(', ')}</p>
      )}
      {body && <Shape title="Request" text={describe(body.schema, schemas)} />}
      {answers.filter(isGood).map(([status, good]) => (
        <Shape key={status} title={`Answer ${status}`} text={answerText(good, schemas)} />
      ))}
      <h3>Errors</h3>
      <ul class="errors">
        {answers
          .filter((one) => !isGood(one))
          .map(([status, { content, description }]) => (
            <li key={status}>
              <b>{status}</b> {codesOf(content)?.join(', ') ?? description}
            </li>
          ))}
      </ul>
    </section>
  )
}

const needsSession = ({ security }: Operation): boolean => security.length > 0 && security.every((one) => 'session' in one)

function Shape({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3>{title}</h3>
      <pre>{text}</pre>
    </>
  )
}

const answerText = ({ description, content }: Operation['responses'][string], schemas: Schemas): string => {
  const schema = content?.['application/json']?.schema
  return schema ? describe(schema, schemas) : description
}

/** Which codes an answer has, beside being an error. */
const codesOf = (content: Media | undefined): readonly string[] | undefined =>
  content?.['application/json']?.schema.allOf?.flatMap(({ properties }) => properties?.['error']?.enum ?? [])

/** A schema as one would write the JSON by hand. */
function describe(schema: Schema, schemas: Schemas, indent = ''): string {
  const { $ref, type, enum: values, anyOf, items, properties } = schema
  if ($ref !== undefined) return describe(schemas[$ref.replace(/.*\//, '')] ?? {}, schemas, indent)
  if (anyOf) return anyOf.map((one) => describe(one, schemas, indent)).join(' | ')
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (items) return `[${describe(items, schemas, indent)}, …]`
  if (!properties) return type ?? 'anything'
  const lines = Object.entries(properties).map(
    ([name, field]) => `${indent}  ${name}: ${describe(field, schemas, `${indent}  `)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}

const anchor = (method: string, path: string): string =>
  `${method}${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
