import type { ComponentChildren } from 'preact'
import { Failure } from '../../../platform/kernel/errors.ts'
import { PageHeader } from '../../../platform/pages/components/page-header.tsx'
import { pagePaths } from '../../page-paths.ts'
import { meView } from '../../views/me-view.ts'
import { document, type Looks } from '../layout.tsx'
import { Navigation, type NavigationItem } from '../navigation.tsx'
import { PAGE_HOOKS } from '../page-hooks.ts'
import { type Panel, type View, type Visit, viewOf } from '../view.ts'
import { wayBackOf } from '../way-back.ts'

interface AccountPage {
  readonly title: (words: View['t']['account']['nav']) => string
  /** In place of the title, where the title is a text that a user has chosen. */
  readonly heading?: ComponentChildren
  readonly above?: (view: View) => { readonly href: string; readonly words: string }
  readonly aside?: (view: View) => ComponentChildren
  readonly hasPasskeys?: boolean
  readonly content: (panel: Panel) => ComponentChildren | Promise<ComponentChildren>
}

export async function accountDocument(visit: Visit, looks: Looks, page: AccountPage) {
  const { title, heading, above, aside, hasPasskeys = false, content } = page
  const view = viewOf(visit)
  if (!visit.caller) throw new Failure('unauthorized')
  const panel = { view, visit, me: meView(visit.deps.config, visit.caller.account, visit.caller.session) }
  const words = title(view.t.account.nav)
  const children = await content(panel)
  const places = <Navigation view={view} visit={visit} label={view.t.account.nav.label} groups={await placesOf(panel)} />
  return document(
    { view, visit, looks, title: words, hasPasskeys, places },
    <>
      <PageHeader title={heading ?? words} {...(above && { above: above(view) })}>
        {aside?.(view)}
      </PageHeader>
      {children}
    </>,
  )
}

async function placesOf({ view, visit, me }: Panel): Promise<readonly (readonly NavigationItem[])[]> {
  const { nav } = view.t.account
  const { providers } = visit.deps
  const back = wayBackOf(visit)
  const others = await Promise.all(PAGE_HOOKS.map(({ accountPlaces }) => accountPlaces?.(view, visit.deps) ?? []))
  return [
    [
      ...(back ? ([{ path: back.href, words: view.t.common.backTo(back.name), icon: 'back' }] as const) : []),
      { path: pagePaths.account, words: nav.profile, icon: 'user' },
      { path: pagePaths.accountSecurity, words: nav.security, icon: 'shield' },
      { path: pagePaths.accountSessions, words: nav.sessions, icon: 'screen' },
      { path: pagePaths.accountActivity, words: nav.activity, icon: 'log' },
      ...(providers.size > 0 ? ([{ path: pagePaths.accountConnections, words: nav.connections, icon: 'link' }] as const) : []),
      ...others.flat(),
      { path: pagePaths.accountData, words: nav.data, icon: 'data' },
    ],
    me.role === 'admin' ? [{ path: pagePaths.console, words: nav.console, icon: 'chart' }] : [],
  ]
}
