import { pagePaths } from '../../../gate/page-paths.ts'
import type { PageProps } from '../../../gate/pages/view.ts'

export const LastOwner = ({ view: { t }, visit }: PageProps) => (
  <>
    {t.organisations.lastOwnerSomewhere}{' '}
    {visit.deps.config.organisations.enabled && <a href={pagePaths.accountOrganisations}>{t.account.nav.organisations}</a>}
  </>
)
