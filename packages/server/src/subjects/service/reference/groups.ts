import type { Route } from './open-api.ts'

/** What is said of a subject of the service in the reference. */
export interface Titled {
  readonly title: string
  readonly endpoints?: object
}

export interface Group {
  readonly id: string
  readonly title: string
  readonly routes: readonly Route[]
}

/** A group for each subject that has routes, in the order of the subjects. */
export const groupsOf = (routes: readonly Route[], subjects: readonly Titled[]): readonly Group[] =>
  subjects
    .map(({ title, endpoints = {} }) => ({
      id: slug(title),
      title,
      routes: routes.filter(({ operation }) => operation.operationId in endpoints),
    }))
    .filter((group) => group.routes.length > 0)

export const anchorOf = ({ method, path }: Route): string => slug(`${method}${path}`)

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
