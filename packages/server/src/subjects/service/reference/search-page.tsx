import { renderToString } from 'preact-render-to-string'
import { inTurns } from '../../../platform/kernel/in-turns.ts'
import type { Page } from '../../../platform/kernel/page.ts'
import { ErrorList } from './error-codes.tsx'
import { shapeLink } from './fields.tsx'
import { framed, MAX_SEARCH, type Opened, opened, type Reference, RouteList, RouteLists } from './frame.tsx'
import { type Found, search, type Texts, textsOf } from './search.ts'

/** The reference does not change while the service runs: it is read for the first search alone. */
export function searchPage(reference: Reference): Page<unknown> {
  let reading: Promise<Read> | undefined
  return {
    path: '~/docs/search',
    async render({ query: { q } }) {
      const typed = typeof q === 'string' ? q.trim().slice(0, MAX_SEARCH) : ''
      reading ??= read(reference)
      const { texts, ...all } = await reading
      return inTurns(foundPage(reference, all, typed, search(texts, typed)))
    },
  }
}

type Read = Opened & { readonly texts: Texts }

async function read(reference: Reference): Promise<Read> {
  const all = await opened(reference)
  return { ...all, texts: await inTurns(textsOf(all.groups, all.api.components.schemas)) }
}

/** Yields after each group: one letter finds almost everything. */
function* foundPage(reference: Reference, all: Opened, typed: string, found: Found) {
  let html = renderToString(<Summary title={all.api.info.title} typed={typed} found={found} />)
  for (const group of found.named) {
    html += renderToString(<RouteLists groups={[group]} />)
    yield
  }
  html += renderToString(<NamedElsewhere found={found} />)
  let mentioning = ''
  for (const group of found.mentioning) {
    mentioning += renderToString(<RouteList group={group} />)
    yield
  }
  html += renderToString(<Mentioning lists={mentioning} />)
  return framed(reference, { ...all, title: 'Search', typed }, <main dangerouslySetInnerHTML={{ __html: html }} />)
}

interface SummaryFacts {
  readonly title: string
  readonly typed: string
  readonly found: Found
}

function Summary({ title, typed, found: { named, mentioning } }: SummaryFacts) {
  const total = [...named, ...mentioning].reduce((sum, { routes }) => sum + routes.length, 0)
  return (
    <>
      <h1>{title} API</h1>
      <p>
        {total === 1 ? 'One route' : `${total} routes`} for <b>{typed || 'no word'}</b>. <a href="~/docs">All of them</a>
      </p>
    </>
  )
}

const NamedElsewhere = ({ found: { codes, shapes } }: { readonly found: Found }) => (
  <>
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
        <h2>Shapes</h2>
        <ul class="index">
          {shapes.map((name) => (
            <li key={name}>
              <a href={shapeLink(name)}>{name}</a>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)

const Mentioning = ({ lists }: { readonly lists: string }) =>
  lists !== '' && (
    <section class="group">
      <h2>In what a route takes, answers or refuses</h2>
      <div dangerouslySetInnerHTML={{ __html: lists }} />
    </section>
  )
