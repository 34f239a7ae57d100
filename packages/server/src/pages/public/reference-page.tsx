import { once } from '../../kernel/once.ts'
import type { Page } from '../../kernel/page.ts'
import { htmlDocument } from '../components/html-document.tsx'
import { referenceStyle } from './reference-style.ts'

interface Operation {
  readonly summary: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
  readonly responses: Readonly<Record<string, { readonly content: Record<string, { readonly schema: Schema }> }>>
}

interface Schema {
  readonly type?: string
  readonly title?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

interface OpenApi {
  readonly info: { readonly title: string; readonly description: string }
  readonly paths: Readonly<Record<string, Record<string, unknown>>>
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

function render({ info, paths }: OpenApi) {
  const routes: Route[] = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as Operation,
    })),
  )
  return htmlDocument({ title: `${info.title} API`, style: referenceStyle, body: <Reference info={info} routes={routes} /> })
}

function Reference({ info, routes }: { info: OpenApi['info']; routes: readonly Route[] }) {
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
          <RouteSection key={route.method + route.path} {...route} />
        ))}
      </main>
    </>
  )
}

function RouteSection({ method, path, operation }: Route) {
  const body = operation.requestBody?.content['application/json']?.schema
  const [[status, good] = [], ...failures] = Object.entries(operation.responses)
  return (
    <section id={anchor(method, path)}>
      <h2>
        <b class={method}>{method}</b> {path}
      </h2>
      <p>
        {operation.summary}.{operation.security ? ' Needs a session.' : ''}
      </p>
      {operation.parameters && (
        <p>Parameters: {operation.parameters.map(({ name, in: place }) => `${name} (${place})`).join(', ')}</p>
      )}
      {body && <Shape title="Request" schema={body} />}
      {good && <Shape title={`Answer ${status}`} schema={good.content['application/json']?.schema ?? {}} />}
      <h3>Errors</h3>
      <ul class="errors">
        {failures.map(([code, failure]) => (
          <li key={code}>
            <b>{code}</b> {failure.content['application/json']?.schema.properties?.['error']?.enum?.join(', ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Shape({ title, schema }: { title: string; schema: Schema }) {
  return (
    <>
      <h3>{title}</h3>
      <pre>{describe(schema)}</pre>
    </>
  )
}

/** A schema as one would write the JSON by hand. */
function describe({ type, enum: values, anyOf, items, properties }: Schema, indent = ''): string {
  if (anyOf) return anyOf.map((one) => describe(one, indent)).join(' | ')
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (items) return `[${describe(items, indent)}, …]`
  if (!properties) return type ?? 'anything'
  const lines = Object.entries(properties).map(([name, schema]) => `${indent}  ${name}: ${describe(schema, `${indent}  `)}`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

const anchor = (method: string, path: string): string =>
  `${method}${path}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
