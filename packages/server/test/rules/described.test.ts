import { expect, it } from 'vitest'
import { openApi } from '../../src/platform/http/openapi.ts'
import { endpoints } from '../../src/subjects/index.ts'

interface Schema {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

type Content = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }

interface Operation {
  readonly summary: string
  readonly parameters?: readonly (Schema & { readonly name: string })[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

type Document = ReturnType<typeof openApi>

/** Names of routes, shapes and fields that nothing is said of. */
function undescribed({ paths, components }: Document): string[] {
  const schemas = components.schemas as Readonly<Record<string, Schema>>
  const isDescribed = ({ $ref, description }: Schema) =>
    Boolean(description ?? schemas[$ref?.replace(/.*\//, '') ?? '']?.description)
  const fieldsOf = (schema: Schema, name: string): string[] => [
    ...Object.entries(schema.properties ?? {}).flatMap(([field, one]) => [
      ...(isDescribed(one) ? [] : [`${name}.${field}`]),
      ...fieldsOf(one, `${name}.${field}`),
    ]),
    ...[schema.items ?? [], schema.anyOf ?? [], Object.values(schema.patternProperties ?? {})]
      .flat()
      .flatMap((one) => fieldsOf(one, name)),
  ]
  const inContent = (content: Content | undefined, name: string) =>
    Object.values(content?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema, name))
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, one]) => {
      const [operation, name] = [one as Operation, `${method.toUpperCase()} ${path}`]
      return [
        ...(operation.summary ? [] : [name]),
        ...(operation.parameters ?? []).filter((field) => !isDescribed(field)).map((field) => `${name}?${field.name}`),
        ...inContent(operation.requestBody, `${name} body`),
        ...Object.entries(operation.responses).flatMap(([status, answer]) => inContent(answer, `${name} ${status}`)),
      ]
    }),
  )
  const shapes = Object.entries(schemas).flatMap(([name, schema]) => [
    ...(schema.description ? [] : [name]),
    ...fieldsOf(schema, name),
  ])
  return [...shapes, ...routes]
}

const documentOf = (table: typeof endpoints) =>
  openApi(table, { appName: 'x', publicUrl: '/', basePath: '', basePathAuth: false, cookieNames: { session: 's' } })

/** In OpenAPI, in the reference and beside the client's types: a reader of any of them is told what each field is. */
it('says of every route, and of each field of what it takes and answers, what it is', () => {
  expect(undescribed(documentOf(endpoints))).toEqual([])
})

it('finds what is not described, at every depth', () => {
  const { paths, components } = documentOf(endpoints)
  const mute = { type: 'object', properties: { list: { description: 'x', items: { properties: { deep: {} } } }, flat: {} } }
  const get = { summary: '', parameters: [{ name: 'q' }], responses: { 200: { content: { json: { schema: mute } } } } }
  const found = undescribed({ paths: { '/x': { get } }, components: { ...components, schemas: { Mute: mute } } } as never)
  expect(paths).not.toEqual({})
  expect(found).toEqual(['Mute', 'Mute.list.deep', 'Mute.flat', 'GET /x', 'GET /x?q', 'GET /x 200.list.deep', 'GET /x 200.flat'])
})
