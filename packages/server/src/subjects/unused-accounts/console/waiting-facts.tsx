import type { PageProps } from '../../../gate/pages/view.ts'
import { countNoticed, countUnproved } from '../tables/unused-accounts.ts'

/** How many accounts wait to be removed, where unused ones are. */
export async function waitingFacts({ view, visit: { deps } }: PageProps) {
  const { unverifiedTtl, inactiveTtl } = deps.config.unusedAccounts
  if (unverifiedTtl === undefined && inactiveTtl === undefined) return undefined
  const words = view.t.console.unusedAccounts
  const text = new Intl.NumberFormat(view.locale).format
  const { sql } = deps.store
  return (
    <>
      <dt>{words.title}</dt>
      <dd>
        {unverifiedTtl !== undefined && words.unverified(text(await countUnproved(sql, deps.sharedTime.now() - unverifiedTtl)))}
        {inactiveTtl !== undefined && <span class="below">{words.inactive(text(await countNoticed(sql)))}</span>}
      </dd>
    </>
  )
}
