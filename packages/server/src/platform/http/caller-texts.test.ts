import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { scratchApp } from '../../../test/support/scratch-app.ts'
import { endpointFor } from '../kernel/endpoint.ts'

interface Person {
  readonly name: string
  readonly passwordHash?: string
}

const endpoint = endpointFor<unknown, { readonly account: Person }>()

/** Routes that say who calls, how often they were asked to, and an app for which the caller is whoever it is told. */
function greeting() {
  const told: { caller: { readonly account: Person } | undefined } = { caller: undefined }
  let written = 0
  const common = {
    summary: 'Scratch',
    limit: 'none',
    ofCallerAlone: true,
    reply: Type.Object({ hello: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]) }),
    errors: [],
    handle: async ({ caller }: { readonly caller: { readonly account: Person } | undefined }) => {
      written++
      return { hello: caller ? caller.account : null }
    },
  } as const
  const renewed = {
    sessionToken: 'new',
    sessionExpiresAt: 0,
    refreshToken: 'new',
    refreshExpiresAt: 0,
    device: undefined,
  }
  const app = scratchApp(
    {
      must: endpoint({ ...common, route: 'GET /must', auth: 'session' }),
      may: endpoint({ ...common, route: 'GET /may', auth: 'optional' }),
    },
    {
      recognise: () => told.caller && { caller: told.caller },
      requireSession: () => (told.caller ? { caller: told.caller, renewed } : { endsSession: false }),
    },
  )
  const hello = async (caller?: { readonly account: Person }) => {
    told.caller = caller
    return (await app.get('/may')).body.hello
  }
  return { ...app, told, hello, written: () => written }
}

describe('a reply that depends on the caller alone', () => {
  it('is written once for the same caller, with what its schema names', async () => {
    const { hello, written } = greeting()
    const ada = Object.freeze({ account: { name: 'Ada', passwordHash: 'secret' } })
    for (const _ of [1, 2, 3]) expect(await hello(ada)).toEqual({ name: 'Ada' })
    expect(written()).toBe(1)
  })

  it('is another for another caller, and for the same one changed', async () => {
    const { hello } = greeting()
    const ada = Object.freeze({ account: { name: 'Ada' } })
    expect(await hello(ada)).toEqual({ name: 'Ada' })
    expect(await hello(Object.freeze({ account: { name: 'Eve' } }))).toEqual({ name: 'Eve' })
    expect(await hello(Object.freeze({ account: { name: 'Ada Lovelace' } }))).toEqual({ name: 'Ada Lovelace' })
    expect(await hello()).toBe(null)
    expect(await hello(ada)).toEqual({ name: 'Ada' })
  })

  it('is written once for all who are not signed in', async () => {
    const { hello, written } = greeting()
    for (const _ of [1, 2, 3]) expect(await hello()).toBe(null)
    expect(written()).toBe(1)
  })

  it('is written each time for a caller that may change', async () => {
    const { hello } = greeting()
    const account = { name: 'Ada' }
    const caller = { account }
    await hello(caller)
    account.name = 'Eve'
    expect(await hello(caller)).toEqual({ name: 'Eve' })
  })

  it('looks the same however often it was asked for, and renews the cookies each time', async () => {
    const { get, told, written } = greeting()
    told.caller = Object.freeze({ account: { name: 'Ä' } })
    const [first, second] = [await get('/must'), await get('/must')]
    expect(written()).toBe(1)
    expect(first.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'content-length': '23' })
    const { 'x-request-id': id, date, 'set-cookie': cookies, ...rest } = second.headers
    expect(first.headers).toMatchObject(rest)
    expect(cookies).toEqual(expect.arrayContaining([expect.stringMatching(/^app_session=new;/)]))
  })
})
