import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { scratchApp } from '../../../test/support/scratch-app.ts'
import { endpointFor } from '../kernel/endpoint.ts'

const endpoint = endpointFor<unknown, unknown>()
const common = {
  summary: 'Scratch',
  limit: 'none',
  reply: Type.Object({ caller: Type.Unknown() }),
  errors: [],
  handle: async ({ caller }: { caller: unknown }) => ({ caller: caller ?? null }),
} as const
const endpoints = {
  must: endpoint({ ...common, route: 'GET /must', auth: 'session' }),
  may: endpoint({ ...common, route: 'GET /may', auth: 'optional' }),
}

/** Both ways to answer: with what is there, and with a promise. */
const ways = {
  'at once': <T>(value: T) => value,
  later: async <T>(value: T) => value,
}

describe.each(Object.entries(ways))('a caller who is looked for and found %s', (_when, soon) => {
  it('is handed to the endpoint', async () => {
    const { get } = scratchApp(endpoints, {
      requireSession: () => soon({ caller: 'ada' }),
      recognise: () => soon({ caller: 'ada' }),
    })
    expect(await get('/must')).toMatchObject({ status: 200, body: { caller: 'ada' } })
    expect(await get('/may')).toMatchObject({ status: 200, body: { caller: 'ada' } })
  })

  it('is refused only where there has to be one', async () => {
    const { get } = scratchApp(endpoints, {
      requireSession: () => soon({ endsSession: false }),
      recognise: () => soon(undefined),
    })
    expect(await get('/must')).toMatchObject({ status: 401, body: { error: 'session_expired' } })
    expect(await get('/may')).toMatchObject({ status: 200, body: { caller: null } })
  })
})

it.each([
  () => {
    throw new Error('broken')
  },
  () => Promise.reject(new Error('broken')),
])('answers with an envelope when nobody can be looked for', async (broken) => {
  const { get } = scratchApp(endpoints, { requireSession: broken, recognise: broken })
  for (const path of ['/must', '/may']) expect(await get(path)).toMatchObject({ status: 500, body: { error: 'internal_error' } })
})
