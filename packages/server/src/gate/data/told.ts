import { mayAlso } from '../access/actor.ts'
import type { Caller, KeyHolder } from '../deps.ts'
import type { Changes } from './changes.ts'
import type { Fields } from './field.ts'

/** Of which fields an answer to a change tells: without `data:read` of those alone that were written, whose values the writer knows. */
export const fieldsToldOf = (caller: Caller | KeyHolder, fields: Fields, written: Changes): Fields =>
  mayAlso(caller, 'data:read') ? fields : fields.filter((field) => written.has(field))
