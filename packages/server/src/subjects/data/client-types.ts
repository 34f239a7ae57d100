import type { TSchema } from 'typebox'
import { declaredShapes } from '../../gate/data/schemas.ts'
import type { Config } from '../../platform/config/schema.ts'

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** Declarations that join those of the client: what it takes and answers has the fields of this service. */
export function dataTypes(config: Pick<Config, 'data'>): string {
  const { schemas } = declaredShapes(config)
  const interfaces = Object.entries(schemas).map(([name, schema]) => interfaceOf(name, schema))
  return [
    '// Printed by `latchkey openapi --types` from the declared fields.',
    `import 'latchkey-client'`,
    '',
    `declare module 'latchkey-client' {`,
    `${interfaces.join('\n')}}`,
    '',
  ].join('\n')
}

function interfaceOf(name: string, schema: TSchema): string {
  const { properties = {}, required = [] } = schema as Schema
  const fields = Object.entries(properties).map(([field, one]) => {
    const isLeftOut = !required.includes(field)
    return `    ${field}${isLeftOut ? '?' : ''}: ${typeOf(one)}${isLeftOut ? ' | undefined' : ''}\n`
  })
  return `  interface ${name} {\n${fields.join('')}  }\n`
}

function typeOf({ type, enum: choices, anyOf }: Schema): string {
  if (anyOf) return anyOf.map(typeOf).join(' | ')
  if (choices) return choices.map((one) => JSON.stringify(one)).join(' | ')
  if (type === 'array') return 'readonly string[]'
  return type === 'number' || type === 'boolean' || type === 'null' ? type : 'string'
}
