import { type ErrorCode, errors } from '../../../platform/kernel/errors.ts'
import { codesIn } from './error-codes.tsx'
import { type FieldFacts, fieldsOf } from './fields.tsx'
import type { Group } from './groups.ts'
import type { Route, Schema, Schemas } from './open-api.ts'

/** What has every word that was typed: routes in what names them, routes in what they take, answer and refuse, shapes and errors. */
export interface Found {
  readonly named: readonly Group[]
  readonly mentioning: readonly Group[]
  readonly shapes: readonly string[]
  readonly codes: readonly ErrorCode[]
}

export function search(groups: readonly Group[], schemas: Schemas, typed: string): Found {
  const words = typed.toLowerCase().split(/\s+/)
  const isNamed = ({ method, path, operation }: Route, { title }: Group): boolean => {
    const text = [method, path, operation.summary, operation.operationId, title].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const isMentioned = (text: string) => words.every((word) => text.includes(` ${spelled(word)}`))
  const codes = new Set(groups.flatMap(({ routes }) => routes.flatMap(({ operation }) => codesIn(operation))))
  return {
    named: only(groups, isNamed),
    mentioning: only(groups, (route, group) => !isNamed(route, group) && isMentioned(detailsOf(route, schemas))),
    shapes: Object.entries(schemas)
      .filter(([name, schema]: [string, Schema]) =>
        isMentioned(said([name, schema.description, ...texts(fieldsOf(schema, schemas))])),
      )
      .map(([name]) => name),
    codes: [...codes].filter((code) => isMentioned(said([code, errors[code][1], errors[code][2]]))),
  }
}

const only = (groups: readonly Group[], fits: (route: Route, group: Group) => boolean): readonly Group[] =>
  groups
    .map((group) => ({ ...group, routes: group.routes.filter((route) => fits(route, group)) }))
    .filter(({ routes }) => routes.length > 0)

/** `isBanned` and `account_banned` are words about the banned. */
const spelled = (text: string): string =>
  text
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const said = (parts: readonly (string | undefined)[]): string => ` ${spelled(parts.join(' '))}`

const texts = (fields: readonly FieldFacts[]) => fields.flatMap(({ name, description }) => [name, description])

function detailsOf({ method, path, operation }: Route, schemas: Schemas): string {
  const { summary, parameters = [], requestBody, responses } = operation
  const contents = [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {}))
  const forms = contents.flatMap(({ schema }) => schema.anyOf ?? [schema])
  const fields = forms.flatMap((form) => texts(fieldsOf(form, schemas)))
  const inQuestion = parameters.flatMap(({ name, description }) => [name, description])
  return said([method, path, summary, ...inQuestion, ...fields, ...codesIn(operation)])
}
