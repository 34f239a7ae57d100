import { type ErrorCode, errors } from '../../../platform/kernel/errors.ts'
import { codesIn } from './error-codes.tsx'
import { type FieldFacts, fieldsOf } from './fields.tsx'
import type { Group } from './groups.ts'
import type { Route, Schema, Schemas } from './open-api.ts'

/** What a search looks through, of each thing that it may find. */
export interface Texts {
  readonly routes: readonly RouteText[]
  readonly shapes: ReadonlyMap<string, string>
  readonly codes: ReadonlyMap<ErrorCode, string>
}

interface RouteText {
  readonly group: Group
  readonly route: Route
  readonly names: string
  readonly details: string
}

/** What has every word that was typed: routes in what names them, routes in what they take, answer and refuse, shapes and errors. */
export interface Found {
  readonly named: readonly Group[]
  readonly mentioning: readonly Group[]
  readonly shapes: readonly string[]
  readonly codes: readonly ErrorCode[]
}

/** Yields after each text, since all of them together would hold up other requests. */
export function* textsOf(groups: readonly Group[], schemas: Schemas): Generator<undefined, Texts> {
  const routes: RouteText[] = []
  const shapes = new Map<string, string>()
  const codes = new Map<ErrorCode, string>()
  for (const group of groups)
    for (const route of group.routes) {
      routes.push({ group, route, names: namesOf(route, group), details: detailsOf(route, schemas) })
      for (const code of codesIn(route.operation)) codes.set(code, said([code, errors[code][1], errors[code][2]]))
      yield
    }
  for (const [name, schema] of Object.entries<Schema>(schemas)) {
    shapes.set(name, said([name, schema.description, ...wordsOf(fieldsOf(schema, schemas))]))
    yield
  }
  return { routes, shapes, codes }
}

export function search({ routes, shapes, codes }: Texts, typed: string): Found {
  const words = typed.toLowerCase().split(/\s+/)
  const beginnings = words.map((word) => ` ${spelled(word)}`)
  const isNamed = ({ names }: RouteText) => words.every((word) => names.includes(word))
  const isMentioned = (text: string) => beginnings.every((beginning) => text.includes(beginning))
  const mentioned = <T>(texts: ReadonlyMap<T, string>) => [...texts].filter(([, text]) => isMentioned(text)).map(([name]) => name)
  return {
    named: grouped(routes.filter(isNamed)),
    mentioning: grouped(routes.filter((text) => !isNamed(text) && isMentioned(text.details))),
    shapes: mentioned(shapes),
    codes: mentioned(codes),
  }
}

const grouped = (found: readonly RouteText[]): readonly Group[] =>
  [...new Set(found.map(({ group }) => group))].map((group) => ({
    ...group,
    routes: found.filter((text) => text.group === group).map(({ route }) => route),
  }))

const namesOf = ({ method, path, operation }: Route, { title }: Group): string =>
  [method, path, operation.summary, operation.operationId, title].join(' ').toLowerCase()

function detailsOf({ method, path, operation }: Route, schemas: Schemas): string {
  const { summary, parameters = [], requestBody, responses } = operation
  const contents = [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {}))
  const forms = contents.flatMap(({ schema }) => schema.anyOf ?? [schema])
  const fields = forms.flatMap((form) => wordsOf(fieldsOf(form, schemas)))
  const inQuestion = parameters.flatMap(({ name, description }) => [name, description])
  return said([method, path, summary, ...inQuestion, ...fields, ...codesIn(operation)])
}

const wordsOf = (fields: readonly FieldFacts[]) => fields.flatMap(({ name, description }) => [name, description])

const said = (parts: readonly (string | undefined)[]): string => ` ${spelled(parts.join(' '))}`

/** `isBanned` and `account_banned` are words about the banned. */
const spelled = (text: string): string =>
  text
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
