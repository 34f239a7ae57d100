import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import { shapeReply } from './reply-shape.ts'

export const LINES = 'application/x-ndjson'

/** One item to a line, and nothing where there is none. */
export function sendLines(reply: FastifyReply, schema: TSchema, value: unknown): string {
  const items = shapeReply(schema, value) as readonly unknown[]
  reply.type(LINES)
  return items.map((item) => `${JSON.stringify(item)}\n`).join('')
}
