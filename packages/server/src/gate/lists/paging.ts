import { Type } from 'typebox'
import { Failure } from '../../platform/kernel/errors.ts'
import { wholeNumber } from '../views/fields.ts'

const MAX_LIMIT = 100
const LIMIT = 20

export const pageQuery = {
  limit: wholeNumber('How many to answer with; more than 100 counts as 100.', { minimum: 1, maximum: MAX_LIMIT, default: LIMIT }),
  offset: wholeNumber('How many to skip.', { minimum: 0, default: 0 }),
}

export const pageFields = {
  total: Type.Integer({ description: 'How many there are in all.' }),
  limit: Type.Integer({ description: 'How many this answer has at most.' }),
  offset: Type.Integer({ description: 'How many were skipped.' }),
}

export type Page = { readonly limit: number; readonly offset: number }

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
  const limit = whole(query.limit, LIMIT)
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
