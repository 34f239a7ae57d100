import { APP_PATH } from '../../core/apps/way-in.ts'
import type { Failure } from '../../kernel/errors.ts'
import { document } from '../components/layout.tsx'
import { languageOf } from '../language.ts'
import { type LoadedLooks, looksBelow } from '../looks.ts'
import { catalogues } from '../words/catalogues.ts'

interface Asked {
  readonly path: string
  readonly languages: string
  readonly requestId: string
}

/** What a visitor sees who asked for a page and cannot have it. On an application's host only what is below one path is ours. */
export function errorPage(
  { looks }: LoadedLooks,
  appName: string,
  failure: Failure,
  { path, languages, requestId }: Asked,
): string {
  const language = languageOf(languages)
  const t = catalogues[language]
  const isOnAppHost = path.startsWith(`${APP_PATH}/`)
  const isMissing = failure.status === 404
  const title = isMissing ? t.problem.notFoundTitle : t.problem.title
  return document({
    view: { t, language, appName },
    looks: isOnAppHost ? looksBelow(APP_PATH, looks) : looks,
    title,
    children: (
      <>
        <h1>{title}</h1>
        <p>{isMissing ? t.problem.notFound : t.errors[failure.code]}</p>
        {failure.status >= 500 && <p class="hint">{t.problem.reference(requestId)}</p>}
        <a href="/">{isOnAppHost ? t.problem.again : t.problem.home}</a>
      </>
    ),
  }).html
}
