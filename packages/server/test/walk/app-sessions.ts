import type { Browser } from '../support/browser.ts'
import { pathOf } from '../support/oauth-world.ts'
import { onHost } from '../support/two-hosts.ts'
import type { World } from '../support/world.ts'
import type { Run, Walk } from './cases.ts'
import { someone } from './preparing.ts'

/** An application on a host that shares no cookie with the service. */
export const APP = 'https://wiki.test'

/** As a program asks, which is told in JSON what a browser is shown. */
const open = (browser: Browser, path: string, host = APP) =>
  browser.get(path, { headers: { ...onHost(host), accept: 'application/json' } })
const START = '/.latchkey/start?returnTo=/page'
const LEAVE = '/.latchkey/sign-out?returnTo=/page'

const signOut = (browser: Browser, origin: string, host = APP) =>
  browser.post('/.latchkey/sign-out', undefined, {
    raw: 'returnTo=/page',
    headers: { ...onHost(host), accept: 'application/json', origin, 'content-type': 'application/x-www-form-urlencoded' },
  })

/** Is back at the application with a ticket, after something has happened. */
const arriving =
  (happen: (here: World, visitor: Browser, callback: string) => unknown): Run =>
  async (here) => {
    const [{ browser: atService }, visitor] = [await someone(here), here.browser()]
    const { headers: begun } = await open(visitor, START)
    const { headers: ticketed } = await atService.get(pathOf(String(begun['location'])), { headers: { accept: 'text/html' } })
    const callback = pathOf(String(ticketed['location']))
    await happen(here, visitor, callback)
    return open(visitor, callback)
  }

const TICKET_MS = 30_000

export const appSessions = {
  startApp: {
    well: ({ browser }) => open(browser(), START),
    app_not_allowed: ({ browser }) => open(browser(), START, 'https://evil.example'),
  },
  appCallback: {
    well: arriving(() => undefined),
    app_not_allowed: ({ browser }) => open(browser(), '/.latchkey/callback?ticket=unknown', 'https://evil.example'),
    invalid_ticket: ({ browser }) => open(browser(), '/.latchkey/callback?ticket=unknown'),
    ticket_expired: arriving(({ clock }) => clock.advance(TICKET_MS)),
    ticket_used: arriving((_here, visitor, callback) => open(visitor.clone(), callback)),
  },
  leaveApp: {
    well: ({ browser }) => open(browser(), LEAVE),
    app_not_allowed: ({ browser }) => open(browser(), LEAVE, 'https://evil.example'),
  },
  signOutOfApp: {
    well: ({ browser }) => signOut(browser(), APP),
    app_not_allowed: ({ browser }) => signOut(browser(), 'https://evil.example', 'https://evil.example'),
    origin_not_allowed: ({ browser }) => signOut(browser(), 'https://evil.example'),
  },
} satisfies Partial<Walk>
