import type { Caller, Deps } from '../../../gate/deps.ts'
import { joined } from '../../../gate/join.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { BackTo } from '../../../gate/pages/back-to.tsx'
import { consoleProblem, isInConsole } from '../../../gate/pages/console/console-problem.tsx'
import { card } from '../../../gate/pages/layout.tsx'
import { type LoadedLooks, looksBelow } from '../../../gate/pages/looks.ts'
import { viewFor } from '../../../gate/pages/view.ts'
import { wayBack } from '../../../gate/pages/way-back.ts'
import type { Failure } from '../../../platform/kernel/errors.ts'
import { servedPath } from '../../../platform/kernel/own-path.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'

type PageRequest = Readonly<{
  path: string
  caller: Caller | undefined
  languages: string
  chosenLanguage: string | undefined
  /** The cookie that tells where the visitor came from. */
  cameFrom: string | undefined
  requestId: string
}>
type ErrorDeps = Pick<Deps, 'config' | 'keys' | 'clock'>

/** On the host of an application, only what lies below one path belongs to this service, and so must the assets of the page. */
export function errorPage({ looks }: LoadedLooks, deps: ErrorDeps, failure: Failure, request: PageRequest): string {
  const { path, requestId, caller } = request
  const { config } = deps
  const view = viewFor({ config, accepted: request.languages, chosen: request.chosenLanguage, now: 0 })
  if (isInConsole(config, path)) return consoleProblem({ view, looks, config, failure, address: path, requestId, caller })
  const { t } = view
  const below = joined
    .map((one) => one.assetsBelow)
    .find((prefix) => prefix !== undefined && path.startsWith(`${servedPath(config.server, prefix)}/`))
  const isMissing = failure.status === 404
  const here = below ? looksBelow(below, looks) : looks
  // The page can be shown to the account that is signed in by now, and its owner goes on from there.
  const isSwitched = failure.code === 'account_changed'
  return card(
    { view, looks: here, title: isMissing ? t.problem.notFoundTitle : t.problem.title },
    <>
      <p>{isMissing ? t.problem.notFound : t.errors[failure.code]}</p>
      {isSwitched && (
        <p>
          <ButtonLink href={path} words={t.common.continue} />
        </p>
      )}
      {failure.status >= 500 && <p class="hint">{t.problem.reference(requestId)}</p>}
      <p>
        <ButtonLink href={below ? here.home : pagePaths.account} words={below ? t.problem.again : t.problem.home} isQuiet />
      </p>
      {!below && <BackTo view={view} way={wayBack(deps, { returnTo: returnToIn(path), cookie: request.cameFrom })} />}
    </>,
  ).html
}

const returnToIn = (address: string): string | undefined =>
  new URLSearchParams(address.split('?')[1] ?? '').get('returnTo') ?? undefined
