import type { Route } from './open-api.ts'

export type ReferenceSubject = { readonly title: string; readonly endpoints?: object }
export type Group = { readonly id: string; readonly title: string; readonly routes: readonly Route[] }

export const groupsOf = (routes: readonly Route[], subjects: readonly ReferenceSubject[]): readonly Group[] =>
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
