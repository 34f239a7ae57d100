import { resolved, type Schema, type Schemas } from './open-api.ts'

const ID = '01939d2c-7f5a-7c3e-9b1a-5f0e8d2c4b6a'
const AT = '2030-01-31T12:00:00.000Z'
/** Whatever ends does so after it has begun. */
const LATER = '2030-02-01T12:00:00.000Z'

/** What is so of few accounts and sessions; all other questions are answered with yes. */
const RARE = new Set(['isBanned', 'isRevoked', 'twoFactorEnabled', 'totalIsCapped'])

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
  orgOwnerCount: 0,
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
    return fitting(Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, exampleOf(field, schemas, key)])))
  if (/expires|Until$/i.test(name)) return LATER
  if (format === 'date-time' || /At$/.test(name)) return AT
  if (type === 'boolean') return fallback ?? !RARE.has(name)
  if (type === 'integer' || type === 'number') return 1
  if (/^id$|Ids?$/.test(name)) return ID
  return fallback ?? (type === 'object' ? {} : '…')
}

/** An answer whose parts agree: an address that has to be confirmed is not confirmed yet, and a second factor that is asked for is on. */
function fitting(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const about = (user: object) => (answer['user'] instanceof Object ? { user: { ...answer['user'], ...user } } : {})
  if ('requiresVerification' in answer)
    return { ...answer, ...about({ isVerified: false }), message: 'Please confirm your email address.' }
  if ('requiresTwoFactor' in answer) return { ...answer, ...about({ twoFactorEnabled: true }), message: 'A code was sent.' }
  return 'codeSent' in answer && 'message' in answer ? { ...answer, message: 'A code was sent.' } : answer
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
