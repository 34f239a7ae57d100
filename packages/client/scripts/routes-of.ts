/** The part of an OpenAPI document that types are made of. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>>
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
}

/** Interfaces of the shapes that have a name. */
export const shapesOf = (schemas: Document['components']['schemas']): string =>
  Object.entries(schemas)
    .map(([name, schema]) => `export interface ${nameOf(name)} ${typeOf(schema)}`)
    .join('\n\n')

/** What every route takes and answers, as types: `src/routes.ts`. */
export function routesOf({ paths, components }: Document): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => `  '${method.toUpperCase()} ${path}': ${routeOf(operation)}`),
  )
  return `// Generated from the service's table of routes. \`npm run fix\` writes it anew.\n\n${shapesOf(components.schemas)}\n\n/** Every route of the service, by what a request says of itself. */\nexport interface Routes {\n${routes.join('\n')}\n}\n`
}

/** The route of every name: `src/operations.ts`. */
export function operationsOf({ paths }: Document): string {
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `  ${operationId}: '${method.toUpperCase()} ${path}',`),
  )
  return `// Generated from the service's table of routes. \`npm run fix\` writes it anew.\nexport const operations = {\n${lines.join('\n')}\n} as const\n`
}

/** The routes after which a session may be over: `src/endings.ts`. */
export const endingsOf = (routes: readonly string[]): string =>
  `// Generated from the service's table of routes. \`npm run fix\` writes it anew.\nexport const endings: readonly string[] = [\n${routes.map((route) => `  '${route}',\n`).join('')}]\n`

/** `Error` is a name that JavaScript has given away. */
const nameOf = (name: string): string => (name === 'Error' ? 'Envelope' : name)

function routeOf({ operationId, parameters = [], requestBody, responses }: Operation): string {
  const of = (place: string) => parameters.filter((one) => one.in === place)
  const params = of('path').map(({ name }) => `${name}: string`)
  const query = of('query').map(({ name, schema }) => `${name}?: ${typeOf(schema)} | undefined`)
  const body = schemaIn(requestBody?.content)
  const fields = [
    `name: '${operationId}'`,
    `params: ${params.length > 0 ? `{ ${params.join('; ')} }` : 'undefined'}`,
    `query: ${query.length > 0 ? `{ ${query.join('; ')} }` : 'undefined'}`,
    `body: ${body ? typeOf(body) : 'undefined'}`,
    `reply: ${replyOf(responses)}`,
    `error: ${errorsOf(responses)}`,
  ]
  return `{ ${fields.join('; ')} }`
}

const schemaIn = (content: Operation['responses'][string]['content']): Schema | undefined =>
  Object.values(content ?? {})[0]?.schema

function replyOf(responses: Operation['responses']): string {
  const good = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const schema = schemaIn(good?.[1].content)
  return schema ? typeOf(schema) : 'undefined'
}

function errorsOf(responses: Operation['responses']): string {
  const codes = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .flatMap(([, { content }]) => schemaIn(content)?.allOf?.flatMap(({ properties }) => properties?.['error']?.enum ?? []) ?? [])
  return [...new Set(codes)].map((code) => `'${code}'`).join(' | ') || 'never'
}

function typeOf(schema: Schema): string {
  if (schema.$ref) return nameOf(schema.$ref.replace(/.*\//, ''))
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'")
  if (schema.enum) return schema.enum.map((one) => `'${one}'`).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return `readonly (${typeOf(schema.items ?? {})})[]`
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

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (typeof additionalProperties === 'object') return `{ [name: string]: ${typeOf(additionalProperties)} }`
  if (!properties) return '{}'
  const fields = Object.entries(properties).map(([name, schema]) =>
    required.includes(name) ? `${name}: ${typeOf(schema)}` : `${name}?: ${typeOf(schema)} | undefined`,
  )
  return `{ ${fields.join('; ')} }`
}
