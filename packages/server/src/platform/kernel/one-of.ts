import { type TString, Type } from 'typebox'

/** In a schema: the values that make sense. */
export const CHOICES = 'x-choices'

/** Text that should be one of these, also those that are added to the list later. Any other is read all the same: the flow has an error of its own for it. */
export const oneOf = (values: readonly string[], options: { description?: string; default?: string } = {}): TString =>
  Type.String({ ...options, [CHOICES]: values })
