import { once } from '../../kernel/once.ts'
import type { Page } from '../../kernel/page.ts'
import { htmlDocument } from '../components/html-document.tsx'
import { anchorOf, type Group, groupsOf } from './groups.ts'
import { type OpenApi, routesOf } from './open-api.ts'
import { referenceStyle } from './reference-style.ts'
import { RouteSection } from './route-section.tsx'

/** `/docs`: the OpenAPI document for people. One page, rendered when it is first asked for; no script, nothing from another host. */
export function referencePage(document: () => OpenApi, theme: string): Page<unknown> {
  const page = once(() => render(document(), theme))
  return { path: '/docs', render: async () => page() }
}

function render(document: OpenApi, theme: string) {
  const groups = groupsOf(routesOf(document))
  const body = <Reference document={document} groups={groups} />
  return htmlDocument({ title: `${document.info.title} API`, style: theme + referenceStyle, body })
}

interface ReferenceProps {
  readonly document: OpenApi
  readonly groups: readonly Group[]
}

function Reference({ document: { info, components }, groups }: ReferenceProps) {
  return (
    <div class="columns">
      <Contents groups={groups} />
      <main>
        <h1>{info.title} API</h1>
        <p>
          Accounts and cookie sessions. Requests that change something need an <code>Origin</code> header of an allowed origin.
          The same for machines: <a href="/openapi.json">OpenAPI 3.1</a>.
        </p>
        {groups.map(({ id, title, routes }) => (
          <section key={id} id={id} class="group">
            <h2>{title}</h2>
            {routes.map((route) => (
              <RouteSection key={anchorOf(route)} route={route} schemas={components.schemas} />
            ))}
          </section>
        ))}
      </main>
    </div>
  )
}

/** The subjects, each with its routes folded below it. */
const Contents = ({ groups }: Pick<ReferenceProps, 'groups'>) => (
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
  </nav>
)
