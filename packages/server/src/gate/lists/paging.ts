import { Type } from 'typebox'
import { Failure } from '../../platform/kernel/errors.ts'
import { parameter } from '../views/fields.ts'

export const pageQuery = {
  limit: parameter('At most 100; 20 unless given.'),
  offset: parameter('How many to skip; 0 unless given.'),
}

export const pageFields = { total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() }

export type Page = { readonly limit: number; readonly offset: number }

const MAX_LIMIT = 100

type Unreadable = { readonly problem: string }

/** The cast holds because what has a `problem` was thrown. */
export function valid<T extends object>(read: T | Unreadable): Exclude<T, Unreadable> {
  if ('problem' in read) throw new Failure('invalid_input', { message: read.problem })
  return read as Exclude<T, Unreadable>
}

export const NO_PAGE = 'limit and offset must be whole numbers.'

export const pageIn = (query: Parameters<typeof readPage>[0]): Page => valid(readPage(query) ?? { problem: NO_PAGE })

/** Undefined when a value is no whole number in range. A limit that is too large counts as the largest. */
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

/** As long as the longest address. */
const MAX_LENGTH = 254

export function memberSearchIn(typed = ''): string {
  const search = typed.trim()
  if (search.length <= MAX_LENGTH && !search.includes('\0')) return search
  throw new Failure('invalid_input', { message: `search must be of at most ${MAX_LENGTH} characters.` })
}
