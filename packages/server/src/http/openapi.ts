import type { TSchema } from 'typebox'
import type { AnyEndpoint } from '../kernel/endpoint.ts'
import { type ErrorCode, errors } from '../kernel/errors.ts'
import { splitRoute } from './path-table.ts'
import { isSafe } from './sender-check.ts'

/** OpenAPI 3.1 of every route. Its schemas are JSON Schema, which is what TypeBox builds, so nothing is translated. */
export function openApi(
  endpoints: readonly AnyEndpoint[],
  {
    appName,
    publicUrl,
    cookieNames,
  }: { readonly appName: string; readonly publicUrl: string; readonly cookieNames: { readonly session: string } },
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const [method, path] = splitRoute(endpoint.route)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: appName,
      version: '1',
      description: 'Accounts and cookie sessions. State-changing requests need an `Origin` header of an allowed origin.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieNames.session } },
    },
  }
}

function operation(endpoint: AnyEndpoint) {
  const [method, path] = splitRoute(endpoint.route)
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries((endpoint.query?.properties ?? {}) as Record<string, TSchema>).map(([name, schema]) => ({
      name,
      in: 'query',
      schema,
    })),
  ]
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[/{}-]+(\w)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    summary: endpoint.summary,
    tags: [path.split('/')[1]],
    ...(needsSession(endpoint) && { security: [{ session: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } } }),
    responses: {
      [endpoint.status ?? 200]: { description: 'Done', content: { 'application/json': { schema: endpoint.reply } } },
      ...failures(codesOf(endpoint)),
    },
  }
}

const needsSession = ({ auth }: AnyEndpoint): boolean => auth === 'session' || auth === 'elevated' || auth === 'admin'

/** What an endpoint declares, and what its fields imply. */
const codesOf = (endpoint: AnyEndpoint): ErrorCode[] => [
  ...new Set<ErrorCode>([
    ...(isSafe(splitRoute(endpoint.route)[0])
      ? []
      : (['csrf_headers_missing', 'origin_not_allowed', 'csrf_token_invalid'] as const)),
    ...(endpoint.limit === 'none' ? [] : (['rate_limit_exceeded'] as const)),
    ...(needsSession(endpoint) ? [endpoint.signedOut ?? 'session_expired'] : []),
    ...(endpoint.auth === 'elevated' ? (['step_up_required'] as const) : []),
    ...(endpoint.auth === 'admin' ? (['forbidden', 'two_factor_required'] as const) : []),
    ...(endpoint.body ? (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) : []),
    ...endpoint.errors,
    'internal_error',
  ]),
]

function failures(codes: readonly ErrorCode[]): Record<string, unknown> {
  const statuses = [...new Set(codes.map((code) => errors[code][0]))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => errors[code][0] === status)
      const schema = {
        type: 'object',
        required: ['error', 'message'],
        properties: { error: { type: 'string', enum: here }, message: { type: 'string' } },
      }
      return [status, { description: here.map((code) => errors[code][1]).join(' '), content: { 'application/json': { schema } } }]
    }),
  )
}
