import type { Field, Fields } from './field.ts'

/**
 * Who asks: the owner of an account, or an admin or owner of an organisation; a newcomer who signs up; a plain member of an organisation;
 * and backends, administrators of the service and its command line.
 */
export type Reader = 'owner' | 'newcomer' | 'member' | 'operator'

type Right = 'write' | 'read' | 'none'

/** The one place where the tiers are decided: no route, page or command sees or changes a field but by this. */
export function rightOn({ access, atSignUp }: Field, reader: Reader): Right {
  if (reader === 'operator') return 'write'
  if (access === 'private') return 'none'
  if (access === 'app' || reader === 'member') return 'read'
  if (reader === 'newcomer' && atSignUp === 'no') return 'read'
  return 'write'
}

export const readableBy = (fields: Fields, reader: Reader): Fields => fields.filter((field) => rightOn(field, reader) !== 'none')
export const writableBy = (fields: Fields, reader: Reader): Fields => fields.filter((field) => rightOn(field, reader) === 'write')
