import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TArray, TObject, TSchema } from 'typebox'
import { shapeReply } from './reply-shape.ts'
import { isRequired, own } from './shape.ts'

/** So few rows that writing them takes a millisecond or two. */
const AT_ONCE = 500

/** For large replies: lists are written a few rows at a time, and other requests are served in between. */
export async function textInTurns(schema: TSchema, value: unknown): Promise<string> {
  if (!('properties' in schema)) return JSON.stringify(shapeReply(schema, value))
  const fields: string[] = []
  for (const [name, field] of Object.entries((schema as TObject).properties)) {
    const part = own(Object(value), name)
    if (part === undefined && !isRequired(schema as TObject, name)) continue
    const text =
      'items' in field && Array.isArray(part) ? await listInTurns(field as TArray, part) : JSON.stringify(shapeReply(field, part))
    fields.push(`${JSON.stringify(name)}:${text}`)
  }
  return `{${fields.join(',')}}`
}

async function listInTurns(schema: TArray, list: readonly unknown[]): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < list.length; from += AT_ONCE) {
    pieces.push(JSON.stringify(shapeReply(schema, list.slice(from, from + AT_ONCE))).slice(1, -1))
    await nextTurn()
  }
  return `[${pieces.join(',')}]`
}
