import { pagePaths } from '../../gate/page-paths.ts'
import type { PageHooks } from '../../gate/pages/page-hooks.ts'
import type { PageProps } from '../../gate/pages/view.ts'
import { ofUser } from './console/of-user.tsx'

const LastOwner = ({ view: { t }, visit }: PageProps) => (
  <>
    {t.organisations.lastOwnerSomewhere}{' '}
    {visit.deps.config.organisations.enabled && <a href={pagePaths.accountOrganisations}>{t.account.nav.organisations}</a>}
  </>
)

export const organisationsPageHooks: PageHooks = {
  accountPlaces: ({ t }, { config: { organisations } }) =>
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
    organisations.enabled
      ? [{ path: pagePaths.consoleOrganisations, words: t.console.nav.organisations, icon: 'building', scope: 'orgs:read' }]
      : [],
  deletionRefusals: { cannot_remove_last_owner: (props) => <LastOwner {...props} /> },
  ofUser,
}
