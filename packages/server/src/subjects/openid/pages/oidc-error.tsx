import { BackTo } from '../../../gate/pages/back-to.tsx'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Visit, viewOf } from '../../../gate/pages/view.ts'
import { wayBackOf } from '../../../gate/pages/way-back.ts'
import type { ShownPage } from '../../../platform/kernel/hosted-page.ts'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { readableAddress } from '../clients/readable-address.ts'
import type { ShownReason } from '../steps/authorization-request.ts'
import type { OidcClient } from '../tables/clients.ts'

type Named = Pick<OidcClient, 'id' | 'name' | 'homeUrl'>

/** To the application that a visitor came from; where that has no home page, to wherever they came from before. */
const wayTo = (visit: Visit, client: Named | undefined) =>
  client?.homeUrl === undefined ? wayBackOf(visit) : { href: client.homeUrl, name: client.name }

interface Shown {
  readonly reason: ShownReason
  readonly client?: Named | undefined
  readonly redirectUri?: string | undefined
}

/** What must be said to the visitor, because there is no address that an answer may be sent to. */
export function shownError(visit: Visit, looks: Looks, { reason, client, redirectUri }: Shown): ShownPage {
  const view = viewOf(visit)
  const words = view.t.authorize.wrong
  const address = redirectUri !== undefined && URL.canParse(redirectUri) ? readableAddress(redirectUri) : undefined
  const page = card(
    { view, looks, title: words.title },
    <>
      <p>{words[reason]}</p>
      <details>
        <summary>{words.forOperators}</summary>
        <Facts
          facts={[
            [words.problem, <code key="problem">{reason}</code>],
            client !== undefined && [words.client, <code key="client">{client.id}</code>],
            address !== undefined && [
              words.address,
              <code key="address" class="address">
                {address}
              </code>,
            ],
          ]}
        />
      </details>
      <BackTo view={view} way={wayTo(visit, client)} />
    </>,
  )
  return { ...page, status: 400 }
}

/** Of a request that is over, or belongs to another browser. */
export function expiredPage(visit: Visit, looks: Looks, client: Named | undefined): ShownPage {
  const view = viewOf(visit)
  const words = view.t.authorize.expired
  const page = card(
    { view, looks, title: words.title },
    <>
      <p>{words.lead}</p>
      <BackTo view={view} way={wayTo(visit, client)} />
    </>,
  )
  return { ...page, status: 410 }
}
