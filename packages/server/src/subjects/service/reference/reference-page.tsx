import { renderToString } from 'preact-render-to-string'
import { inTurns } from '../../../platform/kernel/in-turns.ts'
import type { Page } from '../../../platform/kernel/page.ts'
import { htmlDocument } from '../../../platform/pages/components/html-document.tsx'
import { ShapeSection, shapeAnchor } from './fields.tsx'
import { anchorOf, type Group, groupsOf, type ReferenceSubject } from './groups.ts'
import { type OpenApi, routesOf } from './open-api.ts'
import { referenceStyle } from './reference-style.ts'
import { RouteSection } from './route-section.tsx'

/** Rendered when it is first asked for; has no script, and loads nothing from another host. */
export const referencePage = (
  document: () => Promise<OpenApi>,
  subjects: readonly ReferenceSubject[],
  theme: string,
): Page<unknown> => ({
  path: '/docs',
  isSameForAll: true,
  render: async () => inTurns(rendered(await document(), subjects, theme)),
})

/** Yields after each route, so that a long page does not hold up other requests. */
function* rendered({ info, components: { schemas }, paths }: OpenApi, subjects: readonly ReferenceSubject[], theme: string) {
  const groups = groupsOf(routesOf({ paths }), subjects)
  let html = renderToString(<Introduction title={info.title} />)
  for (const { id, title, routes } of groups) {
    html += `<section id="${id}" class="group">${renderToString(<h2>{title}</h2>)}`
    for (const route of routes) {
      html += renderToString(<RouteSection route={route} schemas={schemas} />)
      yield
    }
    html += '</section>'
  }
  html += `<section id="shapes" class="group"><h2>Shapes</h2>`
  for (const name of Object.keys(schemas)) html += renderToString(<ShapeSection name={name} schemas={schemas} />)
  html += '</section>'
  const body = (
    <div class="columns">
      <Contents groups={groups} shapes={Object.keys(schemas)} />
      <main dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  )
  return htmlDocument({ title: `${info.title} API`, style: theme + referenceStyle, body })
}

const Introduction = ({ title }: { readonly title: string }) => (
  <>
    <h1>{title} API</h1>
    <p>
      Accounts and cookie sessions. Requests that change something need an <code>Origin</code> header of an allowed origin. The
      same for machines: <a href="/openapi.json">OpenAPI 3.1</a>.
    </p>
  </>
)

const Contents = ({ groups, shapes }: { readonly groups: readonly Group[]; readonly shapes: readonly string[] }) => (
  <nav aria-label="Contents">
    {groups.map(({ id, title, routes }) => (
      <details key={id}>
        <summary>{title}</summary>
        <ul>
          <li>
            <a href={`#${id}`}>All of it</a>
          </li>
          {routes.map((route) => (
            <li key={anchorOf(route)}>
              <a href={`#${anchorOf(route)}`}>
                <b class="method">{route.method}</b> {route.path}
              </a>
            </li>
          ))}
        </ul>
      </details>
    ))}
    <details>
      <summary>Shapes</summary>
      <ul>
        {shapes.map((name) => (
          <li key={name}>
            <a href={`#${shapeAnchor(name)}`}>{name}</a>
          </li>
        ))}
      </ul>
    </details>
  </nav>
)
