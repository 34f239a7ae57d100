import { renderToString } from 'preact-render-to-string'
import { inTurns } from '../../../platform/kernel/in-turns.ts'
import type { HtmlDocument, Page } from '../../../platform/kernel/page.ts'
import { codesIn, ErrorCodes, ErrorList, sharedCodes } from './error-codes.tsx'
import { SHAPE_PAGES, ShapeSection } from './fields.tsx'
import { framed, type Opened, opened, type Reference, RouteLists } from './frame.tsx'
import { type Group, pathOf, slug, titlesOf } from './groups.ts'
import { RouteSection } from './route-section.tsx'
import { searchPage } from './search-page.tsx'

/** A list of all routes, a page for each subject, one for the shapes of answers and one for the errors, and what a search finds. */
export const referencePages = (reference: Reference): readonly Page<unknown>[] => [
  { path: '~/docs', isSameForAll: true, render: async () => indexPage(reference, await opened(reference)) },
  searchPage(reference),
  { path: '~/docs/errors', isSameForAll: true, render: async () => errorsPage(reference, await opened(reference)) },
  ...SHAPE_PAGES.map(
    (shapes): Page<unknown> => ({
      path: shapes.path,
      isSameForAll: true,
      render: async () => inTurns(shapesPage(reference, await opened(reference), shapes)),
    }),
  ),
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

function* shapesPage(reference: Reference, { api, groups }: Opened, { title, has }: (typeof SHAPE_PAGES)[number]) {
  const { schemas } = api.components
  let html = renderToString(<h1>{title}</h1>)
  for (const name of Object.keys(schemas).filter(has)) {
    html += renderToString(<ShapeSection name={name} schemas={schemas} />)
    yield
  }
  return framed(reference, { api, groups, title }, <main dangerouslySetInnerHTML={{ __html: html }} />)
}

function errorsPage(reference: Reference, { api, groups }: Opened): HtmlDocument {
  const codes = new Set(groups.flatMap(({ routes }) => routes.flatMap(({ operation }) => codesIn(operation))))
  return framed(
    reference,
    { api, groups, title: 'Errors' },
    <main>
      <h1>Errors</h1>
      <p>
        Each is <code>{'{"error": "…", "message": "…"}'}</code> with the status that is named here. Applications are told{' '}
        <code>{'{"error": "…", "error_description": "…"}'}</code>, as OAuth has it.
      </p>
      <ErrorList codes={[...codes]} />
    </main>,
  )
}
