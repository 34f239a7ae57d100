import { type TString, Type } from 'typebox'

/** OpenAPI shows the keywords under this one; no request is checked against them. */
export const DOCUMENTED = 'x-documented'

export interface Documented {
  readonly type?: 'string' | 'integer' | 'boolean'
  readonly enum?: readonly (string | number)[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: string | number | boolean
}

/** Text to a request's check, whatever the document says: the flow reads it, and has an error of its own for what it cannot read. */
export const documented = (shown: Documented, options: { description?: string; default?: string } = {}): TString =>
  Type.String({ ...options, [DOCUMENTED]: shown })

/** Other values pass the schema, as the flow has an error for them. Values that are added to the list later count too. */
export const oneOf = (values: readonly string[], options: { description?: string; default?: string } = {}): TString =>
  documented({ enum: values }, options)
