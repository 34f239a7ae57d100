import { type Route, resolved, type Schema, type Schemas } from './open-api.ts'

const ID = '01939d2c-7f5a-7c3e-9b1a-5f0e8d2c4b6a'
const AT = '2030-01-31T12:00:00.000Z'
/** A time of expiry has to lie after all others. */
const LATER = '2030-02-01T12:00:00.000Z'

/** Booleans that are false in most answers; the example of every other boolean is true. */
const RARE = new Set(['isBanned', 'isRevoked', 'twoFactorEnabled', 'totalIsCapped'])

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

export function exampleOf(schema: Schema, schemas: Schemas, name = ''): unknown {
  const target = resolved(schema, schemas)
  const { anyOf, allOf, items, properties, type, format, default: fallback } = target
  if (target.const !== undefined) return target.const
  if (target.enum) return target.enum[0]
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

/** The parts of an answer have to agree: an address still to be confirmed is unverified, a second factor asked for is on. */
function fitting(answer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const about = (user: object) => (answer['user'] instanceof Object ? { user: { ...answer['user'], ...user } } : {})
  if ('requiresVerification' in answer)
    return { ...answer, ...about({ isVerified: false }), message: 'Please confirm your email address.' }
  if ('requiresTwoFactor' in answer) return { ...answer, ...about({ twoFactorEnabled: true }), message: 'A code was sent.' }
  return 'codeSent' in answer && 'message' in answer ? { ...answer, message: 'A code was sent.' } : answer
}

export const json = (value: unknown): string => JSON.stringify(value, undefined, 2)

/** Requests that change something need an `Origin` header. */
export function commandOf(publicUrl: string, { method, path }: Route, body: unknown): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => (name === 'provider' ? 'google' : ID))
  const lines = [`curl -b cookies -c cookies ${method === 'GET' ? '' : `-X ${method} `}${publicUrl}${filled}`]
  if (method !== 'GET') lines.push(`-H 'Origin: ${publicUrl}'`)
  if (body !== undefined) lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body)}'`)
  return lines.join(' \\\n  ')
}
