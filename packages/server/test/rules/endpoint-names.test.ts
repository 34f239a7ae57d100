import { expect, it } from 'vitest'
import { openApi } from '../../src/platform/http/openapi.ts'
import { endpoints } from '../../src/subjects/index.ts'

const entries = Object.entries(endpoints)
const repeated = (values: readonly unknown[]): unknown[] => values.filter((value, at) => values.indexOf(value) !== at)

/** Clients are generated from these names: whoever changes one breaks them. */
it('names every endpoint once, as a method would be named', () => {
  expect(entries.map(([name]) => name).filter((name) => !/^[a-z]+(?:[A-Z][a-z]*)*$/.test(name))).toEqual([])
  expect(repeated(entries.map(([, endpoint]) => endpoint))).toEqual([])
  expect(repeated(entries.map(([, { route }]) => route))).toEqual([])
  const names = entries.map(([name]) => name.toLowerCase())
  expect(repeated(names)).toEqual([])
})

it('keeps them, and their order, in the OpenAPI document', () => {
  const { paths } = openApi(endpoints, {
    appName: 'x',
    publicUrl: '/',
    basePath: '',
    basePathAuth: false,
    cookieNames: { session: 's' },
  })
  for (const [path, operations] of Object.entries(paths)) {
    const here = entries.filter(([, { route }]) => route.endsWith(` ${path}`))
    expect(Object.entries(operations)).toEqual(
      here.map(([operationId, { route }]) => [route.split(' ')[0]?.toLowerCase(), expect.objectContaining({ operationId })]),
    )
  }
  const inOrder = [...new Set(entries.map(([, { route }]) => route.split(' ')[1]))]
  expect(Object.keys(paths)).toEqual(inOrder)
})
