import { pagePaths } from '../../../gate/page-paths.ts'
import type { View, Visit } from '../../../gate/pages/view.ts'

/** Why an account cannot go whose owner is the only one of an organisation; and the way there. */
export const LastOwner = ({ view: { t }, visit }: { readonly view: View; readonly visit: Visit }) => (
  <>
    {t.organisations.lastOwnerSomewhere}{' '}
    {visit.deps.config.organisations.enabled && <a href={pagePaths.accountOrganisations}>{t.account.nav.organisations}</a>}
  </>
)
