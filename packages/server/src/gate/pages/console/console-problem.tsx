import type { Failure } from '../../../platform/kernel/errors.ts'
import { servedPath } from '../../../platform/kernel/own-path.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { PageHeader } from '../../../platform/pages/components/page-header.tsx'
import type { Caller, Deps } from '../../deps.ts'
import { pagePaths } from '../../page-paths.ts'
import { card, document, type Looks } from '../layout.tsx'
import { Navigation } from '../navigation.tsx'
import type { View } from '../view.ts'
import { placesOf } from './console-document.tsx'

interface Problem {
  readonly view: View
  readonly looks: Looks
  readonly config: Deps['config']
  readonly failure: Failure
  readonly address: string
  readonly requestId: string
  readonly caller: Caller | undefined
}

export function isInConsole({ server }: Deps['config'], address: string): boolean {
  const [path = ''] = servedPath(server, address).split(/[?#]/)
  return `${path}/`.startsWith(`${servedPath(server, pagePaths.console)}/`)
}

const isLimited = ({ code }: Failure): boolean => code === 'insufficient_scope'

/** Administrators stay in the console; others are told that the console is for administrators. */
export function consoleProblem(problem: Problem): string {
  const { view, looks, config, failure, requestId, caller } = problem
  if (failure.code === 'forbidden') return forAdministrators(problem)
  const { problem: words, errors, console } = view.t
  const title = failure.status === 404 ? words.notFoundTitle : isLimited(failure) ? console.refused.limited : words.title
  const groups = placesOf(view, config, caller)
  const places = <Navigation view={view} visit={undefined} label={console.nav.label} groups={groups} />
  return document(
    { view, looks, title: `${title} · ${console.title}`, isConsole: true, places },
    <>
      <PageHeader title={title} />
      <p>{failure.code === 'not_found' ? words.notFound : errors[failure.code]}</p>
      {failure.status >= 500 && <p class="hint">{words.reference(requestId)}</p>}
      <p>
        <ButtonLink href={pagePaths.console} words={console.refused.back} isQuiet />
      </p>
    </>,
  ).html
}

function forAdministrators({ view, looks, address }: Problem): string {
  const { refused } = view.t.console
  const door = `${pagePaths.consoleSignIn}?${new URLSearchParams({ returnTo: address })}`
  return card(
    { view, looks, title: refused.title },
    <>
      <p>{refused.words}</p>
      <p>
        <ButtonLink href={door} words={refused.other} />
      </p>
      <p>
        <ButtonLink href={pagePaths.account} words={view.t.problem.home} isQuiet />
      </p>
    </>,
  ).html
}
