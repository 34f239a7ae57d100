import { pagePaths } from '../../../gate/page-paths.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Visit, viewOf } from '../../../gate/pages/view.ts'
import type { ShownPage } from '../../../platform/kernel/hosted-page.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import type { Demand } from '../steps/demands.ts'
import type { OidcClient } from '../tables/clients.ts'
import { Account } from './account.tsx'
import { cancelAddress, continueAddress } from './addresses.ts'

interface Unmet {
  readonly client: Pick<OidcClient, 'name'>
  readonly demand: Demand
  readonly token: string
}

/** What a person can do about it themselves; for the rest they have to ask. */
const MENDED_AT = { verified: pagePaths.account, second_factor: pagePaths.accountSecurity } as const
const canMend = (demand: Demand): demand is keyof typeof MENDED_AT => demand in MENDED_AT

/** Told here in plain words, because most applications show nothing but an error where they are told that access was denied. */
export function unmetDemandPage(visit: Visit, looks: Looks, { client, demand, token }: Unmet): ShownPage {
  const view = viewOf(visit)
  const { t } = view
  const words = t.authorize.demand
  const page = card(
    { view, visit, looks, title: words.title },
    <>
      <p>{sentence(t.authorize.signedInAs, <Account visit={visit} />)}</p>
      <p>{words[demand](client.name)}</p>
      {canMend(demand) ? (
        <>
          <p>
            <ButtonLink href={MENDED_AT[demand]} words={demand === 'verified' ? words.toProfile : words.toSecurity} />
          </p>
          <p class="aside">
            <a href={continueAddress(token)}>{words.again}</a>
          </p>
        </>
      ) : (
        <p>{words.ask}</p>
      )}
      <p>
        <ButtonLink href={cancelAddress(token)} words={t.authorize.back(client.name)} isQuiet />
      </p>
      <p class="aside">
        <a href={`${pagePaths.consent}?${new URLSearchParams({ request: token, other: '1' })}`}>{t.authorize.other}</a>
      </p>
    </>,
  )
  return { ...page, status: 403 }
}
