import type { Subject } from '../../../gate/subject.ts'
import type { Route } from './open-api.ts'

export type ReferenceSubject = Pick<Subject, 'title' | 'endpoints' | 'chapters'>
export type Group = { readonly id: string; readonly title: string; readonly routes: readonly Route[] }

export const titlesOf = ({ title, endpoints = {}, chapters = {} }: ReferenceSubject): readonly string[] =>
  Object.keys(endpoints).length === 0 ? [] : [title, ...Object.keys(chapters)]

export const groupsOf = (routes: readonly Route[], subjects: readonly ReferenceSubject[]): readonly Group[] =>
  subjects
    .flatMap((subject) => {
      const { title: main, endpoints = {}, chapters = {} } = subject
      const own = routes.filter(({ operation }) => operation.operationId in endpoints)
      const titleOf = ({ path }: Route) => Object.entries(chapters).find(([, fits]) => fits.test(path))?.[0] ?? main
      return titlesOf(subject).map((title) => ({
        id: slug(title),
        title,
        routes: own.filter((route) => titleOf(route) === title),
      }))
    })
    .filter((group) => group.routes.length > 0)

export const pathOf = ({ id }: Pick<Group, 'id'>): `~/docs/${string}` => `~/docs/${id}`

export const anchorOf = ({ method, path }: Route): string => slug(`${method}${path}`)

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
