import type { ComponentChildren } from 'preact'
import type { HtmlDocument } from '../../../platform/kernel/page.ts'
import { htmlDocument } from '../../../platform/pages/components/html-document.tsx'
import { SHAPE_PAGES } from './fields.tsx'
import { anchorOf, type Group, groupsOf, pathOf, type ReferenceSubject } from './groups.ts'
import { type OpenApi, routesOf } from './open-api.ts'
import { Prose } from './prose.tsx'
import { referenceStyle } from './reference-style.ts'

export interface Reference {
  readonly document: () => Promise<OpenApi>
  readonly subjects: readonly ReferenceSubject[]
  readonly theme: string
  /** Its address. All that it does beyond copying and trying is also possible without it. */
  readonly script: string
  readonly publicUrl: string
}

export const MAX_SEARCH = 100

export type Opened = { readonly api: OpenApi; readonly groups: readonly Group[] }

export async function opened({ document, subjects }: Reference): Promise<Opened> {
  const api = await document()
  return { api, groups: groupsOf(routesOf(api), subjects) }
}

interface Frame extends Opened {
  readonly title: string
  readonly here?: Group
  readonly typed?: string
}

export function framed(
  { theme, script }: Reference,
  { api, groups, title, here, typed }: Frame,
  main: ComponentChildren,
): HtmlDocument {
  const body = (
    <div class="columns">
      <nav aria-label="Contents">
        <Search typed={typed} />
        <ul>
          <li>
            <a href="~/docs">All routes</a>
          </li>
          {groups.map((group) => (
            <li key={group.id}>
              <a href={pathOf(group)} {...(group.id === here?.id && { 'aria-current': 'page' as const })}>
                {group.title}
              </a>
              {group.id === here?.id && <Routes group={group} />}
            </li>
          ))}
          {SHAPE_PAGES.map(({ path, title }) => (
            <li key={path}>
              <a href={path}>{title}</a>
            </li>
          ))}
          <li>
            <a href="~/docs/errors">Errors</a>
          </li>
        </ul>
      </nav>
      {main}
    </div>
  )
  const style = theme + referenceStyle
  return { ...htmlDocument({ title: `${title} · ${api.info.title} API`, style, script, body }), hasScript: true }
}

const Search = ({ typed }: { readonly typed: string | undefined }) => (
  <form class="search" method="get" action="~/docs/search">
    <input
      type="search"
      name="q"
      aria-label="Search by path, name or word"
      placeholder="Search…"
      value={typed}
      maxLength={MAX_SEARCH}
    />
    <button type="submit">Search</button>
  </form>
)

const Routes = ({ group }: { readonly group: Group }) => (
  <ul>
    {group.routes.map((route) => (
      <li key={anchorOf(route)}>
        <a href={`#${anchorOf(route)}`}>
          <b class="method">{route.method}</b> {route.path}
        </a>
      </li>
    ))}
  </ul>
)

export const RouteLists = ({ groups }: Pick<Opened, 'groups'>) => (
  <>
    {groups.map((group) => (
      <section key={group.id} id={group.id} class="group">
        <h2>
          <a href={pathOf(group)}>{group.title}</a>
        </h2>
        <RouteList group={group} />
      </section>
    ))}
  </>
)

export const RouteList = ({ group }: { readonly group: Group }) => (
  <ul class="index">
    {group.routes.map((route) => (
      <li key={anchorOf(route)} id={anchorOf(route)}>
        <a href={`${pathOf(group)}#${anchorOf(route)}`}>
          <b class="method">{route.method}</b> {route.path}
        </a>{' '}
        <Prose text={route.operation.summary} /> <small>{route.operation.operationId}</small>
      </li>
    ))}
  </ul>
)
