import '../../subjects/index.ts'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { endpointFor } from '../kernel/endpoint.ts'
import type { EndpointTable } from '../kernel/endpoint-table.ts'
import { documented, oneOf } from '../kernel/one-of.ts'
import { openApi } from './openapi.ts'

const endpoint = endpointFor<unknown, unknown>()
const plain = { summary: 'Scratch', auth: 'none', limit: 'none', errors: [], reply: Type.Object({}) } as const
const handle = async () => ({})

interface Operation {
  readonly [name: string]: unknown
  readonly responses: Readonly<Record<string, { readonly content: object; readonly headers?: object }>>
}

const documentOf = (endpoints: EndpointTable) => {
  const document = openApi(endpoints, {
    appName: 'Scratch',
    publicUrl: '/',
    basePath: '',
    basePathAuth: false,
    cookieNames: { session: 'sid' },
  })
  const only = Object.values(document.paths).flatMap((operations) => Object.values(operations))[0] as Operation
  return { ...document, only }
}

describe('the OpenAPI document', () => {
  it('requires of a body what has to come, and has a default for what need not', () => {
    const body = Type.Object({
      text: Type.String({ description: 'Any.' }),
      flag: Type.Boolean(),
      list: Type.Array(Type.String()),
      count: Type.Integer(),
      kind: Type.Union([Type.Literal('a'), Type.Literal('b')]),
      role: Type.String({ enum: ['a', 'b'] }),
      maybe: Type.Optional(Type.String()),
      spare: Type.String({ default: '' }),
      side: oneOf(['left', 'right']),
    })
    const { only } = documentOf({ post: endpoint({ ...plain, route: 'POST /x', body, handle }) })
    expect(only['requestBody']).toEqual({
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['text', 'list', 'count', 'kind', 'role', 'side'],
            properties: {
              text: { type: 'string', description: 'Any.' },
              flag: { type: 'boolean', default: false },
              list: { type: 'array', items: { type: 'string' } },
              count: { type: 'integer' },
              kind: {
                anyOf: [
                  { type: 'string', const: 'a' },
                  { type: 'string', const: 'b' },
                ],
              },
              role: { type: 'string', enum: ['a', 'b'] },
              maybe: { type: 'string' },
              spare: { type: 'string', default: '' },
              side: { type: 'string', enum: ['left', 'right'] },
            },
          },
        },
      },
    })
  })

  it('knows a form for what it is', () => {
    const body = Type.Object({ state: Type.String() })
    const form = endpoint({ ...plain, route: 'POST /x', isForeignForm: true, redirects: 'everybody', body, handle })
    const { only } = documentOf({ form })
    expect(only['requestBody']).toHaveProperty(['content', 'application/x-www-form-urlencoded'])
    expect(Object.keys(only.responses)).toEqual(['303', '400', '403', '413', '415', '500', 'default'])
    expect(only.responses['303']).toHaveProperty('headers.Location')
  })

  it('writes what has a title once, and refers to it at every depth', () => {
    const Inner = Type.Object({ id: Type.String() }, { title: 'Inner' })
    const Outer = Type.Object({ inner: Inner, list: Type.Array(Inner) }, { title: 'Outer' })
    const reply = Type.Object({ one: Type.Union([Outer, Type.Null()]), by: Type.Record(Type.String(), Inner) })
    const { only, components } = documentOf({
      get: endpoint({ ...plain, route: 'GET /x', reply, handle: async () => null as never }),
    })
    const inner = { $ref: '#/components/schemas/Inner' }
    expect(only.responses['200']?.content).toMatchObject({
      'application/json': {
        schema: {
          properties: {
            one: { anyOf: [{ $ref: '#/components/schemas/Outer' }, { type: 'null' }] },
            by: { patternProperties: { '^.*$': inner } },
          },
        },
      },
    })
    expect(Object.keys(components.schemas)).toEqual(['Outer', 'Inner', 'Error'])
    expect(components.schemas['Outer']).toMatchObject({ properties: { inner, list: { items: inner } } })
  })

  it('has no title for two things', () => {
    const get = (id: 'String' | 'Integer', route: 'GET /a' | 'GET /b') => {
      const reply = Type.Object({ id: Type[id]() }, { title: 'Same' })
      return endpoint({ ...plain, route, reply, handle: async () => null as never })
    }
    expect(() => documentOf({ a: get('String', 'GET /a'), b: get('Integer', 'GET /b') })).toThrow('Same')
  })

  it.each([
    ['none', []],
    ['optional', [{}, { session: [] }]],
    ['session', [{ session: [] }]],
    ['elevated', [{ session: [] }]],
    ['admin', [{ session: [] }]],
  ] as const)('says whether a route wants a session: %s', (auth, security) => {
    const { only } = documentOf({ get: endpoint({ ...plain, auth, route: 'GET /x', handle }) })
    expect(only['security']).toEqual(security)
  })

  it('says which failures tell when to try again', () => {
    const errors = ['overloaded', 'not_found'] as const
    const { only } = documentOf({ get: endpoint({ ...plain, limit: 'general', errors, route: 'GET /x', handle }) })
    const says = Object.entries(only.responses).filter(([, { headers }]) => headers && 'Retry-After' in headers)
    expect(says.map(([status]) => status)).toEqual(['429', '503'])
    const { only: probe } = documentOf({ get: endpoint({ ...plain, errors: ['not_ready'], route: 'GET /x', handle }) })
    expect(probe.responses['503']).not.toHaveProperty('headers')
  })

  it('describes the parameters of path and query', () => {
    const query = Type.Object({
      q: Type.Optional(Type.String({ description: 'Words.' })),
      must: Type.String(),
      many: Type.Optional(documented({ type: 'integer', minimum: 1, default: 20 }, { description: 'How many.' })),
      side: Type.Optional(oneOf(['left', 'right'])),
    })
    const params = { id: 'Which.' }
    const { only } = documentOf({ get: endpoint({ ...plain, route: 'GET /x/{id}', params, query, handle }) })
    expect(only['parameters']).toEqual([
      { name: 'id', in: 'path', required: true, description: 'Which.', schema: { type: 'string' } },
      { name: 'q', in: 'query', required: false, description: 'Words.', schema: { type: 'string' } },
      { name: 'must', in: 'query', required: true, schema: { type: 'string' } },
      {
        name: 'many',
        in: 'query',
        required: false,
        description: 'How many.',
        schema: { type: 'integer', minimum: 1, default: 20 },
      },
      { name: 'side', in: 'query', required: false, schema: { type: 'string', enum: ['left', 'right'] } },
    ])
  })
})
