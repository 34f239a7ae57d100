import { type TString, Type } from 'typebox'

/** OpenAPI lists the values of this keyword; no request is checked against them. */
export const CHOICES = 'x-choices'

/** Other values pass the schema: the flow has an error of its own for them. Values that are added to the list later count too. */
export const oneOf = (values: readonly string[], options: { description?: string; default?: string } = {}): TString =>
  Type.String({ ...options, [CHOICES]: values })
