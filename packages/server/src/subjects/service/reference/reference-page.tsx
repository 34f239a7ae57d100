import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { inTurns } from '../../../platform/kernel/in-turns.ts'
import type { HtmlDocument, Page } from '../../../platform/kernel/page.ts'
import { htmlDocument } from '../../../platform/pages/components/html-document.tsx'
import { codesIn, ErrorCodes, ErrorList, sharedCodes } from './error-codes.tsx'
import { SHAPES_PATH, ShapeSection, shapeAnchor } from './fields.tsx'
import { anchorOf, type Group, groupsOf, pathOf, type ReferenceSubject, slug, titlesOf } from './groups.ts'
import { type OpenApi, routesOf } from './open-api.ts'
import { Prose } from './prose.tsx'
import { referenceStyle } from './reference-style.ts'
import { RouteSection } from './route-section.tsx'
import { search } from './search.ts'

export interface Reference {
  readonly document: () => Promise<OpenApi>
  readonly subjects: readonly ReferenceSubject[]
  readonly theme: string
  /** Its address. All that it does beyond copying and trying is also possible without it. */
  readonly script: string
  readonly publicUrl: string
}

const MAX_SEARCH = 100

/** A list of all routes, a page for each subject, one for the shapes of answers and one for the errors, and what a search finds. */
export const referencePages = (reference: Reference): readonly Page<unknown>[] => [
  { path: '~/docs', isSameForAll: true, render: async () => indexPage(reference, await opened(reference)) },
  {
    path: '~/docs/search',
    async render({ query: { q } }) {
      const typed = typeof q === 'string' ? q.trim().slice(0, MAX_SEARCH) : ''
      return searchPage(reference, await opened(reference), typed)
    },
  },
  { path: '~/docs/errors', isSameForAll: true, render: async () => errorsPage(reference, await opened(reference)) },
  { path: SHAPES_PATH, isSameForAll: true, render: async () => inTurns(shapesPage(reference, await opened(reference))) },
  ...reference.subjects.flatMap(titlesOf).map(
    (title): Page<unknown> => ({
      path: pathOf({ id: slug(title) }),
      isSameForAll: true,
      async render() {
        const all = await opened(reference)
        const group = all.groups.find(({ id }) => id === slug(title))
        return group && inTurns(groupPage(reference, all, group))
      },
    }),
  ),
]

type Opened = { readonly api: OpenApi; readonly groups: readonly Group[] }

async function opened({ document, subjects }: Reference): Promise<Opened> {
  const api = await document()
  return { api, groups: groupsOf(routesOf(api), subjects) }
}

interface Frame extends Opened {
  readonly title: string
  readonly here?: Group
  readonly typed?: string
}

function framed({ theme, script }: Reference, { api, groups, title, here, typed }: Frame, main: ComponentChildren): HtmlDocument {
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
          <li>
            <a href={SHAPES_PATH}>Shapes</a>
          </li>
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

/** Each route stands under its own anchor here as well, which is where links from before there were several pages lead. */
const indexPage = (reference: Reference, { api, groups }: Opened): HtmlDocument =>
  framed(
    reference,
    { api, groups, title: 'All routes' },
    <main>
      <h1>{api.info.title} API</h1>
      <Introduction publicUrl={reference.publicUrl} />
      <RouteLists groups={groups} />
    </main>,
  )

function searchPage(reference: Reference, { api, groups }: Opened, typed: string): HtmlDocument {
  const { named, mentioning, shapes, codes } = search(groups, api.components.schemas, typed)
  const total = [...named, ...mentioning].reduce((sum, { routes }) => sum + routes.length, 0)
  return framed(
    reference,
    { api, groups, title: 'Search', typed },
    <main>
      <h1>{api.info.title} API</h1>
      <p>
        {total === 1 ? 'One route' : `${total} routes`} for <b>{typed || 'no word'}</b>. <a href="~/docs">All of them</a>
      </p>
      <RouteLists groups={named} />
      {codes.length > 0 && (
        <section class="group">
          <h2>
            <a href="~/docs/errors">Errors</a>
          </h2>
          <ErrorList codes={codes} />
        </section>
      )}
      {shapes.length > 0 && (
        <section class="group">
          <h2>
            <a href={SHAPES_PATH}>Shapes</a>
          </h2>
          <ul class="index">
            {shapes.map((name) => (
              <li key={name}>
                <a href={`${SHAPES_PATH}#${shapeAnchor(name)}`}>{name}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {mentioning.length > 0 && (
        <section class="group">
          <h2>In what a route takes, answers or refuses</h2>
          {mentioning.map((group) => (
            <RouteList key={group.id} group={group} />
          ))}
        </section>
      )}
    </main>,
  )
}

const RouteLists = ({ groups }: Pick<Opened, 'groups'>) => (
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

const RouteList = ({ group }: { readonly group: Group }) => (
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

const Introduction = ({ publicUrl }: { readonly publicUrl: string }) => (
  <p>
    Accounts and cookie sessions at <code>{publicUrl}</code>. Requests that change something need an <code>Origin</code> header of
    an allowed origin. The same for machines: <a href="~/openapi.json">OpenAPI 3.1</a>.
  </p>
)

/** Yields after each route, so that a long page does not hold up other requests. */
function* groupPage(reference: Reference, { api, groups }: Opened, group: Group) {
  const shared = sharedCodes(group.routes)
  let html = renderToString(
    <>
      <h1>{group.title}</h1>
      {shared.length > 0 && (
        <>
          <p>Each of these routes may also answer with</p>
          <ErrorCodes codes={shared} />
        </>
      )}
    </>,
  )
  for (const route of group.routes) {
    html += renderToString(
      <RouteSection route={route} schemas={api.components.schemas} publicUrl={reference.publicUrl} shared={shared} />,
    )
    yield
  }
  return framed(reference, { api, groups, title: group.title, here: group }, <main dangerouslySetInnerHTML={{ __html: html }} />)
}

function* shapesPage(reference: Reference, { api, groups }: Opened) {
  const { schemas } = api.components
  let html = renderToString(<h1>Shapes</h1>)
  for (const name of Object.keys(schemas)) {
    html += renderToString(<ShapeSection name={name} schemas={schemas} />)
    yield
  }
  return framed(reference, { api, groups, title: 'Shapes' }, <main dangerouslySetInnerHTML={{ __html: html }} />)
}

function errorsPage(reference: Reference, { api, groups }: Opened): HtmlDocument {
  const codes = new Set(groups.flatMap(({ routes }) => routes.flatMap(({ operation }) => codesIn(operation))))
  return framed(
    reference,
    { api, groups, title: 'Errors' },
    <main>
      <h1>Errors</h1>
      <p>
        Each is <code>{'{"error": "…", "message": "…"}'}</code> with the status that is named here.
      </p>
      <ErrorList codes={[...codes]} />
    </main>,
  )
}
