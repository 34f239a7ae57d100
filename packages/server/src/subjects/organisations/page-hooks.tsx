import { pagePaths } from '../../gate/page-paths.ts'
import type { PageHooks } from '../../gate/pages/page-hooks.ts'
import { ofUser } from './console/of-user.tsx'
import { LastOwner } from './pages/last-owner.tsx'

export const organisationsPageHooks: PageHooks = {
  accountPlaces: ({ t }, { organisations }) =>
    organisations.enabled
      ? [
          {
            path: pagePaths.accountOrganisations,
            words: t.account.nav.organisations,
            icon: 'building',
            covers: pagePaths.organisation,
          },
        ]
      : [],
  consolePlaces: ({ t }, { organisations }) =>
    organisations.enabled ? [{ path: pagePaths.consoleOrganisations, words: t.console.nav.organisations, icon: 'building' }] : [],
  deletionRefusals: { cannot_remove_last_owner: (props) => <LastOwner {...props} /> },
  ofUser,
}
