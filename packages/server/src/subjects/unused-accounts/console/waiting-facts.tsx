import type { PageProps } from '../../../gate/pages/view.ts'
import { countNoticed, countUnproved, type Waiting } from '../tables/unused-accounts.ts'

/** How many accounts wait to be removed, where unused ones are. */
export async function waitingFacts({ view, visit: { deps } }: PageProps) {
  const { unverifiedTtl, inactiveTtl } = deps.config.unusedAccounts
  if (unverifiedTtl === undefined && inactiveTtl === undefined) return undefined
  const words = view.t.console.unusedAccounts
  const number = new Intl.NumberFormat(view.locale).format
  const text = ({ count, isCut }: Waiting): string => `${number(count)}${isCut ? '+' : ''}`
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
