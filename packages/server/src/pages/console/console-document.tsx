import type { ComponentChildren } from 'preact'
import { pagePaths } from '../../kernel/page-paths.ts'
import { document, type Looks } from '../components/layout.tsx'
import { Notice } from '../components/notice.tsx'
import { SignOutButton } from '../components/sign-out-button.tsx'
import type { View, Visit } from '../view.ts'

/** What every part of the console needs. */
export interface Desk {
  readonly view: View
  readonly visit: Visit
}

interface ConsoleFrame extends Desk {
  readonly looks: Looks
  readonly title: string
  /** In place of the title, where that is a text which a user has chosen. */
  readonly heading?: ComponentChildren
  /** Beside the heading. */
  readonly aside?: ComponentChildren
  readonly children: ComponentChildren
}

/** A page of the console: where one is, what was just done, and the rest. */
export function consoleDocument({ view, visit, looks, title, heading = title, aside, children }: ConsoleFrame) {
  const { console: words } = view.t
  return document({
    view,
    looks,
    title: `${title} · ${words.title}`,
    width: 'wide',
    nav: <ConsoleNav view={view} visit={visit} />,
    children: (
      <>
        <div class="heading">
          <h1>{heading}</h1>
          {aside}
        </div>
        {!visit.failure && <Notice done={visit.query['done']} words={words.done} />}
        {children}
      </>
    ),
  })
}

function ConsoleNav({ view, visit }: Desk) {
  const { nav } = view.t.console
  const [here = ''] = visit.address.split('?')
  const places = [
    [pagePaths.console, nav.dashboard],
    [pagePaths.consoleUsers, nav.users],
    [pagePaths.consoleInvites, nav.invites],
    [pagePaths.consoleKeys, nav.keys],
    [pagePaths.consoleAudit, nav.audit],
  ] as const
  return (
    <nav aria-label={nav.label}>
      {places.map(([path, label]) => (
        <a key={path} href={path} {...currentAt(path, here)}>
          {label}
        </a>
      ))}
      <a href={pagePaths.account}>{nav.account}</a>
      <SignOutButton view={view} visit={visit} />
    </nav>
  )
}

/** One user is below the list of all of them. */
const currentAt = (path: string, here: string) => {
  if (path === here) return { 'aria-current': 'page' } as const
  return path !== pagePaths.console && here.startsWith(`${path}/`) ? ({ 'aria-current': 'true' } as const) : {}
}
