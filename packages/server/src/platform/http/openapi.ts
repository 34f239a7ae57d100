import type { TObject, TSchema } from 'typebox'
import type { AnyEndpoint, EndpointTable } from '../kernel/endpoint-table.ts'
import { atOnce } from '../kernel/in-turns.ts'
import { type Mount, servedPath } from '../kernel/own-path.ts'
import { LINES } from './lines.ts'
import { ERROR, errorSchema, failures, needsSession, OAUTH_ERROR, oauthErrorSchema, retryAfter } from './openapi-failures.ts'
import { refTo, SchemaBook } from './openapi-schemas.ts'
import { splitRoute } from './route-table.ts'
import { isBodyRequired, isRequired, type Parts } from './shape.ts'

type Settings = Mount & {
  readonly appName: string
  readonly publicUrl: string
  readonly cookieNames: { readonly session: string }
  /** What the configuration adds to shapes and queries that are open: by the title of the one, by the pattern of the other. */
  readonly declared?: Declared
}

interface Declared {
  readonly schemas: Readonly<Record<string, TSchema>>
  readonly parameters: Readonly<Record<string, Readonly<Record<string, TSchema>>>>
}

const DESCRIPTION = [
  'Accounts and cookie sessions. State-changing requests need an `Origin` header of an allowed origin.',
  'Fields that a body has and no schema names are ignored; `null` counts as if the field had not come.',
].join(' ')

/** In reading order, by the first part of the path; all other paths are `service`. */
const TAGS = {
  auth: 'What people do with their own account: sign up and in, prove an address, change a password, end sessions.',
  admin: 'What administrators do with the accounts of others. Wants a session that has passed a second factor.',
  service: 'Probes for whatever runs the service.',
}

const NOTHING: Declared = { schemas: {}, parameters: {} }

export const openApi = (endpoints: EndpointTable, settings: Settings) => atOnce(openApiSteps(endpoints, settings))

/** One route in each step, so that requests are answered in between. */
export function* openApiSteps(endpoints: EndpointTable, settings: Settings) {
  const { appName, publicUrl, cookieNames, declared = NOTHING } = settings
  const book = new SchemaBook(declared.schemas)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const [method, own] = splitRoute(endpoint.route)
    const path = servedPath(settings, `~${own}`)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name, endpoint, book, declared) }
    yield
  }
  const isProvider = Object.values(endpoints).some(({ isOAuth }) => isOAuth)
  const schemas: Record<string, object> = {
    ...book.titled,
    [ERROR]: errorSchema,
    ...(isProvider && { [OAUTH_ERROR]: oauthErrorSchema }),
  }
  return {
    openapi: '3.1.0',
    info: { title: appName, version: '1', description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: publicUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      headers: { RetryAfter: retryAfter },
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key of a backend, `lk_…`, with the scope that the route names.' },
        session: { type: 'apiKey', in: 'cookie', name: cookieNames.session, description: 'Set by whatever signs somebody in.' },
      },
    },
  }
}

function operation(operationId: string, endpoint: AnyEndpoint, book: SchemaBook, declared: Declared) {
  const { summary, body, isForeignForm, isOAuth, route } = endpoint
  const [, path] = splitRoute(route)
  const parameters = parametersOf(endpoint, path, book, declared)
  const [, first = ''] = path.split('/')
  const media = isForeignForm || isOAuth ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    operationId,
    summary,
    tags: [first in TAGS ? first : 'service'],
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: isBodyRequired(body), content: { [media]: { schema: book.writeBody(body) } } } }),
    responses: { ...goodAnswers(endpoint, book), ...failures(endpoint) },
  }
}

function securityOf(endpoint: AnyEndpoint): object[] {
  if (endpoint.auth === 'optional') return [{}, { session: [] }]
  if (!needsSession(endpoint)) return []
  return [{ session: [] }, ...(endpoint.scope && endpoint.scope !== 'none' ? [{ key: [endpoint.scope] }] : [])]
}

const parametersOf = (
  { params = {}, query }: AnyEndpoint,
  path: string,
  book: SchemaBook,
  { parameters }: Declared,
): object[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => parameter(name, 'path', true, params[name], { type: 'string' })),
  ...Object.entries({ ...query?.properties, ...openQueryOf(query, parameters) }).map(([name, field]) => {
    const { description, ...schema } = book.write(field) as { readonly description?: string }
    return parameter(name, 'query', query !== undefined && isRequired(query, name), description, schema)
  }),
]

const openQueryOf = (query: TObject | undefined, parameters: Declared['parameters']): Readonly<Record<string, TSchema>> =>
  Object.assign({}, ...Object.keys((query as Parts | undefined)?.patternProperties ?? {}).map((pattern) => parameters[pattern]))

const parameter = (name: string, place: 'path' | 'query', required: boolean, description: string | undefined, schema: object) => {
  return { name, in: place, required, ...(description !== undefined && { description }), schema }
}

function goodAnswers({ status = 200, reply, redirects, isLines }: AnyEndpoint, book: SchemaBook): Record<string, object> {
  const content = { [isLines ? LINES : 'application/json']: { schema: book.write(reply) } }
  const answer = { description: status === 201 ? 'It was made.' : 'Done.', content }
  const onward = {
    description: 'The browser is sent on.',
    headers: { Location: { description: 'Where to.', schema: { type: 'string', format: 'uri-reference' } } },
  }
  if (!redirects) return { [status]: answer }
  if (redirects === 'browsers') return { [status]: answer, 303: onward }
  const failed = { description: 'It failed otherwise.', content: { 'application/json': { schema: refTo(ERROR) } } }
  return { 303: onward, default: failed }
}
