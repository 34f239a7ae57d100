import { type TObject, type TSchema, Type } from 'typebox'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { longestHold } from '../../../test/support/longest-hold.ts'
import { scratchApp } from '../../../test/support/scratch-app.ts'
import { endpointFor } from '../kernel/endpoint.ts'

const endpoint = endpointFor<unknown, unknown>()
const plain = { summary: 'Scratch', auth: 'none', limit: 'none', errors: [] } as const
const Anything = Type.Object({ body: Type.Unknown() })

/** A route that answers what its handler was given. */
const echoOf = (body: TObject) =>
  endpoint({ ...plain, route: 'POST /echo', body, reply: Anything, handle: async (call) => ({ body: call.body }) })

const echo = (body: TObject) => {
  const { post } = scratchApp({ echo: echoOf(body) })
  return async (payload: unknown) => {
    const { status, body: answer } = await post('/echo', payload)
    return status === 200 ? answer.body : `${status} ${answer.error}`
  }
}
const REFUSED = '400 invalid_json'

const Person = Type.Object({ name: Type.String(), age: Type.Optional(Type.Integer()) })

/** Kind of field → values that are taken, values that are not. */
const kinds: readonly [string, TSchema, readonly unknown[], readonly unknown[]][] = [
  ['text', Type.String(), ['', 'x'], [1, true, [], {}, ['x']]],
  ['a yes or no', Type.Boolean(), [true, false], [0, 'true', []]],
  ['an integer', Type.Integer(), [0, -7, 9e15], [1.5, '1', true, []]],
  ['an integer within bounds', Type.Integer({ minimum: 1, maximum: 9 }), [1, 9], [0, 10]],
  ['a number', Type.Number(), [0, 1.5], ['1.5', true]],
  ['a literal', Type.Literal('a'), ['a'], ['', 'b', 1]],
  ['one of several texts', Type.Union([Type.Literal('a'), Type.Literal('b')]), ['a', 'b'], ['', 'c', 0]],
  ['an enumeration', Type.String({ enum: ['a', 'b'] }), ['a'], ['', 'c']],
  ['text or null', Type.Union([Type.String(), Type.Null()]), ['', null], [1, []]],
  ['a list of texts', Type.Array(Type.String()), [[], ['a', '']], [['a', 1], [null], 'a', {}]],
  ['a short list', Type.Array(Type.Integer(), { minItems: 1, maxItems: 2 }), [[1], [1, 2]], [[], [1, 2, 3]]],
  [
    'an object',
    Person,
    [{ name: 'x' }, { name: '', age: 3 }],
    [{}, { name: 1 }, { name: 'x', age: 'y' }, { name: null }, [], 'x'],
  ],
  ['a list of objects', Type.Array(Person), [[{ name: 'x' }]], [[{ name: 'x' }, {}], { name: 'x' }]],
  [
    'one of two objects',
    Type.Union([Person, Type.Object({ id: Type.Integer() })]),
    [{ id: 1 }, { name: 'x' }],
    [{}, { id: '1' }],
  ],
  ['names of others', Type.Record(Type.String(), Type.Integer()), [{}, { a: 1, b: 2 }], [{ a: 'x' }, [], 'x']],
]

describe('a field of a body', () => {
  it.each(kinds)('that is %s is checked', async (_kind, schema, good, bad) => {
    const send = echo(Type.Object({ field: schema }))
    for (const field of good) expect(await send({ field })).toEqual({ field })
    for (const field of bad) expect([field, await send({ field })]).toEqual([field, REFUSED])
  })

  it.each(kinds)('that is %s may be left out, or null, where it is optional', async (_kind, schema, good) => {
    const send = echo(Type.Object({ field: Type.Optional(schema) }))
    expect(await send({})).toEqual({})
    expect(await send({ field: null })).toEqual(good.includes(null) ? { field: null } : {})
    expect(await send({ field: good.at(-1) })).toEqual({ field: good.at(-1) })
  })

  it.each([
    ['text', Type.String(), ''],
    ['a yes or no', Type.Boolean(), false],
    ['a list', Type.Array(Type.Integer()), []],
  ])('that is %s counts as empty when it does not come', async (_kind, schema, empty) => {
    const send = echo(Type.Object({ field: schema }))
    expect(await send({})).toEqual({ field: empty })
    expect(await send({ field: null })).toEqual({ field: empty })
  })

  it.each([
    ['an integer', Type.Integer()],
    ['a number', Type.Number()],
    ['a literal', Type.Literal('a')],
    ['an enumeration', Type.String({ enum: ['a'] })],
    ['a text that may not be empty', Type.String({ minLength: 1 })],
    ['a list that may not be empty', Type.Array(Type.String(), { minItems: 1 })],
    ['an object', Person],
    ['text or null', Type.Union([Type.String(), Type.Null()])],
  ])('that is %s has to come', async (_kind, schema) => {
    expect(await echo(Type.Object({ field: schema }))({})).toBe(REFUSED)
  })

  it('is only empty at the top: within an object what has to come has to', async () => {
    expect(await echo(Type.Object({ person: Person }))({ person: {} })).toBe(REFUSED)
  })

  it('is dropped at every depth unless it is declared', async () => {
    const send = echo(Type.Object({ person: Person, people: Type.Array(Person), one: Type.Union([Type.Null(), Person]) }))
    const more = { name: 'x', role: 'admin', deep: { er: 1 } }
    const kept = { name: 'x' }
    expect(await send({ person: more, people: [more, more], one: more, role: 'admin' })).toEqual({
      person: kept,
      people: [kept, kept],
      one: kept,
    })
  })

  it('is never inherited', async () => {
    const send = echo(
      Type.Object({ name: Type.String(), person: Type.Optional(Person), constructor: Type.Optional(Type.String()) }),
    )
    expect(await send('{"__proto__":{"name":"Eve"}}')).toEqual({ name: '' })
    expect(await send('{"person":{"__proto__":{"name":"Eve"}}}')).toBe(REFUSED)
    const body = Type.Object({ people: Type.Record(Type.String(), Person) })
    const names = endpoint({
      ...plain,
      route: 'POST /names',
      body,
      reply: Anything,
      handle: async ({ body: { people } }) => ({
        body: [Object.keys(people), Object.getPrototypeOf(people) === Object.prototype],
      }),
    })
    const payload = '{"people":{"__proto__":{"name":"Eve"},"ada":{"name":"Ada"}}}'
    expect((await scratchApp({ names }).post('/names', payload)).body).toEqual({ body: [['__proto__', 'ada'], true] })
  })

  it('has a format as a note, not as a rule', async () => {
    expect(await echo(Type.Object({ id: Type.String({ format: 'uuid' }) }))({ id: 'x' })).toEqual({ id: 'x' })
  })

  it('has in its handler the type that it is declared with', () => {
    const body = Type.Object({ text: Type.String(), maybe: Type.Optional(Type.Integer()) })
    endpoint({
      ...plain,
      route: 'POST /typed',
      body,
      reply: Anything,
      async handle(call) {
        expectTypeOf(call.body).toEqualTypeOf<{ text: string; maybe?: number }>()
        return call
      },
    })
  })
})

describe('a body of a kind that would not be looked at', () => {
  it.each([
    ['a tuple', Type.Tuple([Person])],
    ['an intersection', Type.Intersect([Person, Type.Object({ id: Type.Integer() })])],
    ['an open object', Type.Object({}, { additionalProperties: true })],
  ])('is refused when the app is made: %s', (_kind, schema) => {
    expect(() => scratchApp({ echo: echoOf(Type.Object({ field: schema })) })).toThrow('nobody has needed')
  })
})

describe('a query', () => {
  const ask = () => {
    const query = Type.Object({
      word: Type.Optional(Type.String()),
      order: Type.Optional(Type.Union([Type.Literal('up'), Type.Literal('down')])),
      must: Type.String(),
    })
    const reply = Type.Object({ query: Type.Unknown() })
    const handle = async (call: { readonly query: object }) => ({ query: call.query })
    return scratchApp({ ask: endpoint({ ...plain, route: 'GET /ask', query, reply, handle }) }).get
  }

  it('has its declared parameters and no others', async () => {
    expect(await ask()('/ask?must=&word=a&order=up&other=1&__proto__=x')).toMatchObject({
      status: 200,
      body: { query: { must: '', word: 'a', order: 'up' } },
    })
  })

  it.each([
    ['must=1&word=a&word=b', 'word must come once.'],
    ['must=1&order=sideways', 'order is missing or not valid.'],
    ['word=a', 'must is missing or not valid.'],
  ])('is refused by the name of what is wrong: %s', async (query, message) => {
    expect(await ask()(`/ask?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_input', message } })
  })
})

describe('the largest bodies', () => {
  const Node = Type.Object({ id: Type.Integer(), names: Type.Record(Type.String(), Type.String()), next: Type.Optional(Person) })
  const schema = Type.Object({
    texts: Type.Array(Type.String()),
    nodes: Type.Array(Type.Union([Type.Null(), Person, Node])),
    names: Type.Record(Type.String(), Type.Array(Type.Integer())),
  })
  const KIB = 1024
  const filled = (head: string, one: (at: number) => string, tail: string): string => {
    const parts: string[] = []
    for (let size = head.length + tail.length, at = 0; ; at++) {
      const part = one(at)
      size += part.length + 1
      if (size > 64 * KIB) return `${head}${parts.join()}${tail}`
      parts.push(part)
    }
  }
  const worst: readonly [string, string][] = [
    ['a list of empty texts', filled('{"texts":[', () => '""', ']}')],
    ['a list of nulls', filled('{"nodes":[', () => 'null', ']}')],
    ['a list of what fits no variant but at its end', filled('{"nodes":[', () => '{"id":1,"names":{}}', ',1]}')],
    ['a list of objects', filled('{"nodes":[', () => '{"id":1,"names":{"a":"b"}}', ']}')],
    ['an object of many names', filled('{"names":{', (at) => `"${at}":[1]`, '}}')],
    ['many names that nobody declared', filled('{', (at) => `"${at}":1`, '}')],
    ['many names within an object', filled('{"nodes":[{"id":1,"names":{', (at) => `"${at}":""`, '}}]}')],
    ['much nesting', filled('{"texts":[', () => `${'['.repeat(28)}${']'.repeat(28)}`, ']}')],
  ]

  it.each(worst)('do not hold anybody else up: %s', async (_what, payload) => {
    const send = echo(schema)
    await send({}) // the check is compiled with the first request
    expect(payload.length).toBeGreaterThan(60 * KIB)
    expect(await longestHold(50, () => send(payload))).toBeLessThan(50)
  })
})
