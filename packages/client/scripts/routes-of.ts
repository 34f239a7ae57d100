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

/** Interfaces of the shapes that have a name. */
export const shapesOf = (schemas: Document['components']['schemas']): string =>
  Object.entries(schemas)
    .map(([name, schema]) => `${comment(schema.description, '')}export interface ${nameOf(name)} ${typeOf(schema, '')}`)
    .join('\n\n')

/** What every route takes and answers, as types: `src/routes.ts`. */
export function routesOf({ paths, components }: Document): string {
  const routes = eachOf(paths).map(
    ([route, operation]) => `${comment(operation.summary, '  ')}  '${route}': ${routeOf(operation, '  ')}`,
  )
  return `${HEAD}\n${shapesOf(components.schemas)}\n\n/** Every route of the service, by what a request says of itself. */\nexport interface Routes {\n${routes.join('\n')}\n}\n`
}

/** The route of every name: `src/operations.ts`. */
export const operationsOf = ({ paths }: Document): string =>
  `${HEAD}export const operations = {\n${eachOf(paths)
    .map(([route, { operationId }]) => `  ${operationId}: '${route}',`)
    .join('\n')}\n} as const\n`

/** The routes after which a session may be over: `src/endings.ts`. */
export const endingsOf = (routes: readonly string[]): string =>
  `${HEAD}export const endings: readonly string[] = [\n${routes.map((route) => `  '${route}',\n`).join('')}]\n`

const eachOf = (paths: Document['paths']): readonly (readonly [route: string, operation: Operation])[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  )

/** `Error` is a name that JavaScript has given away. */
const nameOf = (name: string): string => (name === 'Error' ? 'Envelope' : name)

function routeOf({ operationId, parameters = [], requestBody, responses }: Operation, margin: string): string {
  const deeper = `${margin}  `
  const of = (place: string) => {
    const fields = parameters.filter((one) => one.in === place).map((one) => fieldOf(one.name, one, one.required, `${deeper}  `))
    return fields.length > 0 ? block(fields, deeper) : 'undefined'
  }
  const body = schemaIn(requestBody?.content)
  const fields = [
    `name: '${operationId}'`,
    `params: ${of('path')}`,
    `query: ${of('query')}`,
    `body: ${body ? typeOf(body, deeper) : 'undefined'}`,
    `reply: ${replyOf(responses, deeper)}`,
    `error: ${errorsOf(responses)}`,
  ]
  return block(
    fields.map((field) => `${deeper}${field}`),
    margin,
  )
}

const block = (fields: readonly string[], margin: string): string => `{\n${fields.join('\n')}\n${margin}}`

const schemaIn = (content: Operation['responses'][string]['content']): Schema | undefined =>
  Object.values(content ?? {})[0]?.schema

function replyOf(responses: Operation['responses'], margin: string): string {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const schema = schemaIn(good?.[1].content)
  return schema ? typeOf(schema, margin) : 'undefined'
}

function errorsOf(responses: Operation['responses']): string {
  const codes = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([, { content }]) => schemaIn(content)?.allOf?.flatMap(({ properties }) => properties?.['error']?.enum ?? []) ?? [])
  return [...new Set(codes)].map((code) => `'${code}'`).join(' | ') || 'never'
}

function typeOf(schema: Schema, margin: string): string {
  if (schema.$ref) return nameOf(schema.$ref.replace(/.*\//, ''))
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, margin)).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectOf(schema, margin)
    case 'array':
      return `readonly (${typeOf(schema.items ?? {}, margin)})[]`
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

const literal = (value: unknown): string => JSON.stringify(value).replaceAll('"', "'")

function objectOf({ properties, patternProperties, required = [] }: Schema, margin: string): string {
  const [values] = Object.values(patternProperties ?? {})
  if (values) return `{ readonly [name: string]: ${typeOf(values, margin)} }`
  const deeper = `${margin}  `
  const fields = Object.entries(properties ?? {}).map(([name, schema]) =>
    fieldOf(name, { description: schema.description, schema }, required.includes(name), deeper),
  )
  return fields.length > 0 ? block(fields, margin) : '{}'
}

interface Field {
  readonly description?: string | undefined
  readonly schema: Schema
}

function fieldOf(name: string, { description, schema }: Field, isRequired: boolean, margin: string): string {
  const type = typeOf(schema, margin)
  return `${comment(description, margin, boundsOf(schema))}${margin}${name}${isRequired ? `: ${type}` : `?: ${type} | undefined`}`
}

function boundsOf({ minimum, maximum, default: fallback }: Schema): string {
  const from = minimum === undefined ? '' : maximum === undefined ? ` At least ${minimum}.` : ` From ${minimum} to ${maximum}.`
  return `${from}${fallback === undefined ? '' : ` @default ${literal(fallback)}`}`
}

const comment = (text: string | undefined, margin: string, more = ''): string =>
  text === undefined ? '' : `${margin}/** ${`${text}${more}`.replaceAll('*/', '*\u200b/')} */\n`
