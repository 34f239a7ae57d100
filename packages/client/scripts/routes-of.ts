/** The part of an OpenAPI document that types are made of. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

const HEAD = "// Generated from the service's table of routes. `npm run fix` writes it anew.\n"

type Schemas = Document['components']['schemas']

/** Where something is written: how far in, and which shapes can be referred to. */
interface Place {
  readonly margin: string
  readonly schemas: Schemas
}

const inside = ({ margin, schemas }: Place): Place => ({ margin: `${margin}  `, schemas })

/** Interfaces of the shapes that have a name. */
export const shapesOf = (schemas: Schemas): string =>
  Object.entries(schemas)
    .map(([name, schema]) => {
      const type = typeOf(schema, { margin: '', schemas })
      return `${comment(schema.description, '')}export interface ${nameOf(name)} ${type}`
    })
    .join('\n\n')

/** What every route takes and answers, as types: `src/routes.ts`. */
export function routesOf({ paths, components }: Document): string {
  const place = { margin: '  ', schemas: components.schemas }
  const routes = eachOf(paths).map(
    ([route, operation]) => `${comment(operation.summary, '  ')}  '${route}': ${routeOf(operation, place)}`,
  )
  return `${HEAD}\n${shapesOf(components.schemas)}\n\n/** Every route of the service, by what a request says of itself. */\nexport interface Routes {\n${routes.join('\n')}\n}\n`
}

/** The route of every name, and what each is called with: `src/operations.ts`. */
export function operationsOf({ paths }: Document): string {
  const all = eachOf(paths)
  const names = all.map(([route, { operationId }]) => `  ${operationId}: '${route}',`)
  // Written out: a mapped type whose keys are renamed shows no comment in an editor.
  const methods = all.map(
    ([route, { operationId, summary }]) =>
      `${comment(summary, '  ')}  ${operationId}(...input: Arguments<'${route}'>): Promise<Routes['${route}']['reply']>`,
  )
  return `${HEAD}import type { Arguments } from './request.ts'
import type { Routes } from './routes.ts'

export const operations = {\n${names.join('\n')}\n} as const

/** Every route of the service, under its name. */
export interface Methods {\n${methods.join('\n')}\n}\n`
}

/** What is posted to servers of an app, by its type: `src/webhook-bodies.ts`. */
export function webhooksOf(schemas: Schemas, named: readonly string[]): string {
  const place = { margin: '  ', schemas: {} }
  const bodies = Object.entries(schemas).map(
    ([type, schema]) => `${comment(schema.description, '  ')}  '${type}': ${typeOf(schema, place)}\n`,
  )
  const types = named.map(nameOf).join(', ')
  return `${HEAD}import type { ${types} } from './routes.ts'\n\n/** The bodies of webhooks without their type. */\nexport interface WebhookBodies {\n${bodies.join('')}}\n`
}

/** The routes after which a session may be over: `src/endings.ts`. */
export const endingsOf = (routes: readonly string[]): string =>
  `${HEAD}export const endings: readonly string[] = [\n${routes.map((route) => `  '${route}',\n`).join('')}]\n`

const eachOf = (paths: Document['paths']): readonly (readonly [route: string, operation: Operation])[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => !isOAuth(operation))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )

/** Applications of others call these with forms and credentials of their own; the client sends JSON and cookies, and reads our errors. */
const isOAuth = ({ responses }: Operation): boolean =>
  Object.values(responses).some(({ content }) => schemaIn(content)?.allOf?.some(({ $ref }) => $ref?.endsWith('/OAuthError')))

/** `Error` is a name that JavaScript has given away. */
const nameOf = (name: string): string => (name === 'Error' ? 'Envelope' : name)

function routeOf({ operationId, parameters = [], requestBody, responses }: Operation, place: Place): string {
  const within = inside(place)
  const of = (where: string) => {
    const fields = parameters.filter((one) => one.in === where).map((one) => fieldOf(one.name, one, one.required, inside(within)))
    return fields.length > 0 ? block(fields, within) : 'undefined'
  }
  const body = schemaIn(requestBody?.content)
  const fields = [
    `name: '${operationId}'`,
    `params: ${of('path')}`,
    `query: ${of('query')}`,
    `body: ${body ? typeOf(body, within) : 'undefined'}`,
    `reply: ${replyOf(responses, within)}`,
    `error: ${errorsOf(responses)}`,
  ]
  return block(
    fields.map((field) => `${within.margin}${field}`),
    place,
  )
}

const block = (fields: readonly string[], { margin }: Place): string => `{\n${fields.join('\n')}\n${margin}}`

const schemaIn = (content: Operation['responses'][string]['content']): Schema | undefined =>
  Object.values(content ?? {})[0]?.schema

function replyOf(responses: Operation['responses'], place: Place): string {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const schema = schemaIn(good?.[1].content)
  return schema ? typeOf(schema, place) : 'undefined'
}

function errorsOf(responses: Operation['responses']): string {
  const codes = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([, { content }]) => schemaIn(content)?.allOf?.flatMap(({ properties }) => properties?.['error']?.enum ?? []) ?? [])
  return [...new Set(codes)].map((code) => `'${code}'`).join(' | ') || 'never'
}

function typeOf(schema: Schema, place: Place): string {
  if (schema.$ref) return nameOf(targetOf(schema.$ref))
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, place)).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectOf(schema, place)
    case 'array':
      return `readonly (${typeOf(schema.items ?? {}, place)})[]`
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

const targetOf = (ref: string): string => ref.replace(/.*\//, '')

const literal = (value: unknown): string => JSON.stringify(value).replaceAll('"', "'")

function objectOf({ properties, patternProperties, required = [] }: Schema, place: Place): string {
  const [values] = Object.values(patternProperties ?? {})
  if (values) return `{ readonly [name: string]: ${typeOf(values, place)} }`
  const fields = Object.entries(properties ?? {}).map(([name, schema]) =>
    fieldOf(name, { description: schema.description, schema }, required.includes(name), inside(place)),
  )
  return fields.length > 0 ? block(fields, place) : '{}'
}

interface Field {
  readonly description?: string | undefined
  readonly schema: Schema
}

function fieldOf(name: string, { description, schema }: Field, isRequired: boolean, place: Place): string {
  const type = typeOf(schema, place)
  // A field that says nothing of itself is described by the shape that it has.
  const text = description ?? place.schemas[targetOf(schema.$ref ?? '')]?.description
  return `${comment(text, place.margin, boundsOf(schema))}${place.margin}${name}${isRequired ? `: ${type}` : `?: ${type} | undefined`}`
}

const isTime = ({ format, anyOf = [] }: Schema): boolean => format === 'date-time' || anyOf.some(isTime)

function boundsOf(schema: Schema): string {
  const { minimum, maximum, default: fallback } = schema
  if (isTime(schema)) return ' ISO 8601, in UTC.'
  const from = minimum === undefined ? '' : maximum === undefined ? ` At least ${minimum}.` : ` From ${minimum} to ${maximum}.`
  return `${from}${fallback === undefined ? '' : ` @default ${literal(fallback)}`}`
}

const comment = (text: string | undefined, margin: string, more = ''): string =>
  text === undefined ? '' : `${margin}/** ${`${text}${more}`.replaceAll('*/', '* /')} */\n`
