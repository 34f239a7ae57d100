import { resolved, type Schema, type Schemas } from './open-api.ts'

const ID = '01939d2c-7f5a-7c3e-9b1a-5f0e8d2c4b6a'
const AT = '2030-01-31T12:00:00.000Z'

/** What a field of this name would hold. */
const VALUES: Readonly<Record<string, unknown>> = {
  email: 'ada@example.com',
  actorEmail: 'ada@example.com',
  targetEmail: 'ada@example.com',
  name: 'Ada Lovelace',
  password: 'correct horse 1',
  oldPassword: 'correct horse 1',
  newPassword: 'battery staple 2',
  confirmPassword: 'correct horse 1',
  code: '7K3M-Q9TX-B2ZH',
  ipAddress: '203.0.113.7',
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
  language: 'en',
  returnTo: 'https://app.example.com/',
  message: 'Done.',
  error: 'invalid_input',
  total: 1,
  limit: 20,
  offset: 0,
  browser: 'Firefox',
  provider: 'google',
  url: 'https://accounts.google.com/…',
  scopes: ['users:read'],
  providers: ['google'],
}

/** A value as it could come or be sent. */
export function exampleOf(schema: Schema, schemas: Schemas, name = ''): unknown {
  const {
    anyOf,
    allOf,
    items,
    properties,
    type,
    format,
    enum: values,
    const: only,
    default: fallback,
  } = resolved(schema, schemas)
  if (only !== undefined) return only
  if (values) return values[0]
  if (Object.hasOwn(VALUES, name) && !properties) return VALUES[name]
  if (anyOf) return exampleOf(anyOf[0] ?? {}, schemas, name)
  if (allOf) return Object.assign({}, ...allOf.map((one) => exampleOf(one, schemas, name)))
  if (items) return [exampleOf(items, schemas, name.replace(/s$/, ''))]
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, exampleOf(field, schemas, key)]))
  if (format === 'date-time' || /At$|Until$/.test(name)) return AT
  if (type === 'boolean') return fallback ?? name !== 'isBanned'
  if (type === 'integer' || type === 'number') return 1
  if (/^id$|Ids?$/.test(name)) return ID
  return fallback ?? (type === 'object' ? {} : '…')
}

export const json = (value: unknown): string => JSON.stringify(value, undefined, 2)

/** The same as a command. What changes something says where it comes from. */
export function commandOf(method: string, path: string, body: unknown): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'provider' ? 'google' : ID))
  const lines = [`curl -b cookies -c cookies ${method === 'GET' ? '' : `-X ${method} `}https://id.example.com${filled}`]
  if (method !== 'GET') lines.push(`-H 'Origin: https://id.example.com'`)
  if (body !== undefined) lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`)
  return lines.join(' \\\n  ')
}
