import { expect, it } from 'vitest'
import { requestIds } from './request-ids.ts'

it('gives every request a random id of its own, past those that were written at once', () => {
  const next = requestIds()
  const ids = Array.from({ length: 300 }, () => next())
  expect(new Set(ids).size).toBe(300)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
