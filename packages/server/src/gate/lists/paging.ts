import { Type } from 'typebox'
import { parameter } from '../views/fields.ts'

/** The query of every list route. */
export const pageQuery = {
  limit: parameter('At most 100; 20 unless given.'),
  offset: parameter('How many to skip; 0 unless given.'),
}

export const pageFields = { total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() }

export interface Page {
  readonly limit: number
  readonly offset: number
}

const MAX_LIMIT = 100

/** Undefined when a value is no whole number in range. A limit that is too generous counts as the largest. */
export function readPage(query: { readonly limit?: string; readonly offset?: string }): Page | undefined {
  const limit = whole(query.limit, 20)
  const offset = whole(query.offset, 0)
  if (limit === undefined || limit < 1 || offset === undefined) return undefined
  return { limit: Math.min(limit, MAX_LIMIT), offset }
}

const whole = (text: string | undefined, fallback: number): number | undefined => {
  if (text === undefined) return fallback
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
