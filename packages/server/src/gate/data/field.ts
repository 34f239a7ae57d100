import type { LinearPattern } from '../../platform/kernel/linear-pattern.ts'

export const FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'choice', 'list'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** Who may do what with a field is decided in `rights.ts`. */
export const TIERS = ['owner', 'app', 'private'] as const
export type Tier = (typeof TIERS)[number]

export const AT_SIGN_UP = ['no', 'optional', 'required'] as const

/** A list of texts has no nested lists. */
export type Value = string | number | boolean | string[]
export type Values = Readonly<Record<string, Value>>

/** By language. */
export type Texts = Readonly<Record<string, string>>

/** As it is declared in the configuration, with what was left out filled in. */
export interface Field {
  readonly name: string
  readonly type: FieldType
  readonly access: Tier
  readonly atSignUp: (typeof AT_SIGN_UP)[number]
  /** Of a text, and of each entry of a list; in characters. */
  readonly maxLength: number
  readonly choices: readonly string[]
  readonly pattern: LinearPattern | undefined
  readonly default: Value | undefined
  readonly inHeaders: boolean
  readonly searchable: boolean
  /** Whether the owner gets it with the export of the account. */
  readonly exported: boolean
  readonly label: Texts
  readonly hint: Texts
  /** As the operator wrote it. */
  readonly declared: Readonly<Record<string, unknown>>
}

export type Fields = readonly Field[]

export const MOST_FIELDS = 32
/** Of values, in UTF-8: of one account or organisation. */
export const MOST_BYTES = 4096
export const MOST_ENTRIES = 20

export const FIELD_NAME = /^[a-z][a-zA-Z0-9]{0,39}$/

export const fieldNamed = (fields: Fields, name: string): Field | undefined => fields.find((field) => field.name === name)
