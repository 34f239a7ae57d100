import { type Setting, structured } from '../../platform/config/kinds.ts'
import { type Kind, readDeclaration } from './declaration.ts'
import type { Fields } from './field.ts'

const fieldsOf = (kind: Kind, env: string, help: string): Setting<Fields> =>
  structured<Fields>(
    { env, help, default: [] },
    'Readonly<Record<string, DataField>>',
    (declared) => readDeclaration(kind, declared),
    (fields) => Object.fromEntries(fields.map(({ name, declared }) => [name, declared])),
  )

// biome-ignore format: a table is read by its rows
export const data = {
  fields: fieldsOf('account', 'DATA_FIELDS', 'Fields that accounts have beside their own, by name; [Account data](../guide/account-data.md) has their parts.'),
  orgFields: fieldsOf('organisation', 'DATA_ORG_FIELDS', 'The same for organisations.'),
} as const
