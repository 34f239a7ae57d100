import { pagePaths } from '../../gate/page-paths.ts'
import type { PageHooks } from '../../gate/pages/page-hooks.ts'
import { arrivalOf } from './pages/arrival.ts'
import { clientsIn } from './tables/clients.ts'

export const openidPageHooks: PageHooks = {
  arrival: arrivalOf,

  /** People see this where there are applications. */
  accountPlaces: async ({ t }, { store }) =>
    (await clientsIn(store).hasAny())
      ? [{ path: pagePaths.accountApplications, words: t.account.nav.applications, icon: 'apps' }]
      : [],

  consolePlaces: ({ t }) => [
    { path: pagePaths.consoleClients, words: t.console.clients.title, icon: 'apps', scope: 'clients:read' },
  ],
}
