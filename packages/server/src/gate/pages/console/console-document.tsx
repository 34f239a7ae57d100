import type { ComponentChildren } from 'preact'
import { RESUMED_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { Notice, Success } from '../../../platform/pages/components/notice.tsx'
import { PageHeader } from '../../../platform/pages/components/page-header.tsx'
import { IsAllInUtc } from '../../../platform/pages/components/time.tsx'
import { mayDo } from '../../accounts/admin-scopes.ts'
import type { Caller, Deps } from '../../deps.ts'
import { pagePaths } from '../../page-paths.ts'
import { document, type Looks } from '../layout.tsx'
import { type ConsolePlace, Navigation, type NavigationItem } from '../navigation.tsx'
import { PAGE_HOOKS } from '../page-hooks.ts'
import type { PageProps, View } from '../view.ts'

interface ConsoleFrame extends PageProps {
  readonly looks: Looks
  readonly title: string
  /** In place of the title, where the title is a text that a user has chosen. */
  readonly heading?: ComponentChildren
  readonly above?: { readonly href: string; readonly words: string }
  readonly aside?: ComponentChildren
  /** One line says once in which zone the times of the page are. */
  readonly hasTimes?: boolean
}

export function consoleDocument(frame: ConsoleFrame, children: ComponentChildren) {
  const { view, visit, looks, title, heading = title, above, aside, hasTimes = false } = frame
  const { console: words } = view.t
  const groups = placesOf(view, visit.deps.config, visit.caller)
  const places = <Navigation view={view} visit={visit} label={words.nav.label} groups={groups} />
  return document(
    { view, visit, looks, title: `${title} · ${words.title}`, isConsole: true, places },
    <IsAllInUtc.Provider value={true}>
      <PageHeader title={heading} {...(above && { above })}>
        {aside}
      </PageHeader>
      {!visit.failure && <Notice done={visit.query['done']} words={words.done} />}
      {!visit.failure && visit.query[RESUMED_FIELD] !== undefined && <Success words={view.t.security.resumed} />}
      {hasTimes && <p class="hint">{words.zone}</p>}
      {children}
    </IsAllInUtc.Provider>,
  )
}

/** Without a caller, on some error pages, all are shown: which of them can be opened is not known there. */
export function placesOf(view: View, config: Deps['config'], caller: Caller | undefined): readonly (readonly NavigationItem[])[] {
  const { nav } = view.t.console
  const places: readonly ConsolePlace[] = [
    { path: pagePaths.console, words: nav.dashboard, icon: 'chart', scope: 'none' },
    { path: pagePaths.consoleUsers, words: nav.users, icon: 'users', scope: 'users:read' },
    ...(config.registration.enableInvite
      ? ([{ path: pagePaths.consoleInvites, words: nav.invites, icon: 'mail', scope: 'invites:write' }] as const)
      : []),
    ...PAGE_HOOKS.flatMap(({ consolePlaces }) => consolePlaces?.(view, config) ?? []),
    { path: pagePaths.consoleKeys, words: nav.keys, icon: 'key', scope: 'none' },
    { path: pagePaths.consoleAudit, words: nav.audit, icon: 'log', scope: 'audit:read' },
  ]
  return [
    places.filter(({ scope }) => caller === undefined || mayDo(caller.account, scope)),
    [{ path: pagePaths.account, words: nav.account, icon: 'user' }],
  ]
}
