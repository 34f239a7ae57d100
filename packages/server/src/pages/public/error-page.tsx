import type { Failure } from '../../kernel/errors.ts'
import { document, type Looks } from '../components/layout.tsx'
import { languageOf } from '../language.ts'
import { catalogues } from '../words/catalogues.ts'

/** What a visitor sees who asked for a page and cannot have it. */
export function errorPage(looks: Looks, appName: string, failure: Failure, languages: string, requestId: string): string {
  const language = languageOf(languages)
  const t = catalogues[language]
  const isMissing = failure.status === 404
  const title = isMissing ? t.problem.notFoundTitle : t.problem.title
  return document({
    view: { t, language, appName },
    looks,
    title,
    children: (
      <>
        <h1>{title}</h1>
        <p>{isMissing ? t.problem.notFound : t.errors[failure.code]}</p>
        {failure.status >= 500 && <p class="hint">{t.problem.reference(requestId)}</p>}
        <a href="/">{t.problem.home}</a>
      </>
    ),
  }).html
}
