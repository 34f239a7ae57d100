import type { Deps } from '../../../gate/deps.ts'
import { joined } from '../../../gate/join.ts'
import { consoleProblem, isInConsole } from '../../../gate/pages/console/console-problem.tsx'
import { card } from '../../../gate/pages/layout.tsx'
import { type LoadedLooks, looksBelow } from '../../../gate/pages/looks.ts'
import { viewFor } from '../../../gate/pages/view.ts'
import type { Failure } from '../../../platform/kernel/errors.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'

interface Asked {
  readonly path: string
  readonly languages: string
  readonly chosenLanguage: string | undefined
  readonly requestId: string
}

/** What a visitor sees who asked for a page and cannot have it. On an application's host only what is below one path is ours. */
export function errorPage({ looks }: LoadedLooks, config: Deps['config'], failure: Failure, asked: Asked): string {
  const view = viewFor({ config, accepted: asked.languages, chosen: asked.chosenLanguage, now: 0 })
  if (isInConsole(asked.path))
    return consoleProblem({ view, looks, config, failure, address: asked.path, requestId: asked.requestId })
  const { t } = view
  const below = joined.map((one) => one.assetsBelow).find((path) => path !== undefined && asked.path.startsWith(`${path}/`))
  const isMissing = failure.status === 404
  const title = isMissing ? t.problem.notFoundTitle : t.problem.title
  return card(
    { view, looks: below ? looksBelow(below, looks) : looks, title },
    <>
      <p>{isMissing ? t.problem.notFound : t.errors[failure.code]}</p>
      {failure.status >= 500 && <p class="hint">{t.problem.reference(asked.requestId)}</p>}
      <p>
        <ButtonLink href="/" words={below ? t.problem.again : t.problem.home} kind="quiet" />
      </p>
    </>,
  ).html
}
