import { type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { scratchApp } from '../../../test/support/scratch-app.ts'
import { endpointFor, Redirect } from '../kernel/endpoint.ts'
import { shapeReply } from './reply-shape.ts'

const endpoint = endpointFor<unknown, unknown>()
const plain = { summary: 'Scratch', auth: 'none', limit: 'none', errors: [] } as const

const Person = Type.Object({ name: Type.String(), age: Type.Optional(Type.Integer()) })
const Inner = Type.Object({ id: Type.String(), at: Type.Union([Type.String(), Type.Null()]) })
const Session = Type.Object({ session: Inner, list: Type.Array(Inner) })
const Pending = Type.Object({ requiresVerification: Type.Literal(true), session: Type.Optional(Type.String()) })

describe('a reply', () => {
  it('keeps what its schema names, at every depth, and nothing else', () => {
    const inner = { id: 'x', at: null, tokenHash: 'secret' }
    expect(shapeReply(Session, { session: inner, list: [inner], passwordHash: 'secret' })).toEqual({
      session: { id: 'x', at: null },
      list: [{ id: 'x', at: null }],
    })
  })

  it('takes the shape it fits, by required fields and literals', () => {
    const Either = Type.Union([Session, Pending])
    expect(shapeReply(Either, { requiresVerification: true, extra: 1 })).toEqual({ requiresVerification: true })
    expect(() => shapeReply(Either, { requiresVerification: false })).toThrow('does not fit')
  })

  it('fails rather than leave out what it promised', () => {
    expect(() => shapeReply(Inner, { id: 'x' })).toThrow('does not fit its schema: at')
  })
})

describe('a reply over HTTP', () => {
  const answer = async (reply: TSchema, value: unknown) => {
    const get = endpoint({ ...plain, route: 'GET /answer', reply, handle: async () => value })
    return (await scratchApp({ get }).get('/answer')).body
  }

  it('leaves with what its schema names, at every depth', async () => {
    const more = { name: 'x', age: undefined, passwordHash: 'secret' }
    const reply = Type.Object({ person: Person, people: Type.Array(Person), one: Type.Union([Person, Type.Null()]) })
    const kept = { name: 'x' }
    expect(await answer(reply, { person: more, people: [more], one: more, token: 'secret' })).toEqual({
      person: kept,
      people: [kept],
      one: kept,
    })
  })

  it('is not changed where its handler may have kept it', async () => {
    const kept = Object.freeze({ name: 'x', passwordHash: 'secret' })
    expect(await answer(Type.Array(Person), [kept])).toEqual([{ name: 'x' }])
    expect(kept).toHaveProperty('passwordHash')
  })

  it.each([{}, { name: 1 }, { name: 'x', age: 'y' }])('that is not as documented fails: %j', async (value) => {
    expect(await answer(Person, value)).toMatchObject({ error: 'internal_error' })
  })
})

it('sends a browser on only where the endpoint says that it does', async () => {
  const away = { ...plain, route: 'GET /away', reply: Type.Object({}), handle: async () => new Redirect('/x') } as const
  expect(await scratchApp({ away: endpoint(away) }).get('/away')).toMatchObject({ status: 500 })
  expect(await scratchApp({ away: endpoint({ ...away, redirects: 'everybody' }) }).get('/away')).toMatchObject({ status: 303 })
})
