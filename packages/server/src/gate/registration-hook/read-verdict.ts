import { visibleLine } from '../../platform/kernel/display-name.ts'
import { type Changes, joinedChanges, mergedData, readChanges } from '../data/changes.ts'
import type { Fields } from '../data/field.ts'

type Verdict =
  | { readonly allow: true; readonly data: Changes | undefined }
  | { readonly allow: false; readonly message: string | undefined }

const LONGEST_MESSAGE = 300

/** Throws for whatever is no verdict. A backend may write every field, and what it says of one goes before the newcomer's answer. */
export function readVerdict(body: string, fields: Fields, answers: Changes | undefined): Verdict {
  const { allow, message, metadata } = objectIn(JSON.parse(body))
  if (allow === false) return { allow, message: typeof message === 'string' ? visibleLine(message, LONGEST_MESSAGE) : undefined }
  if (allow !== true) throw new Error('`allow` is neither true nor false')
  if (metadata === undefined) return { allow, data: answers }
  const data = joinedChanges(answers, readChanges(fields, objectIn(metadata), 'operator'))
  mergedData(fields, undefined, data) // throws where all together are too long
  return { allow, data }
}

function objectIn(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('what should be an object is none')
  return value as Readonly<Record<string, unknown>>
}
