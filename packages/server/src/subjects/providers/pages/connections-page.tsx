import { pagePaths } from '../../../gate/page-paths.ts'
import { accountDocument } from '../../../gate/pages/account/account-document.tsx'
import { AFTER_FIELD, doneAt } from '../../../gate/pages/account/done-at.ts'
import { destinationOf } from '../../../gate/pages/after-credentials.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type View, type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { linkProvider } from '../flows/link.ts'
import { unlinkProvider } from '../flows/unlink.ts'
import { opening, ProvidersSection, providersOf } from './providers-section.tsx'

/** `/account/connections`: accounts elsewhere that open this one. */
export const connectionsPage = (looks: Looks): Hosted => ({
  path: pagePaths.accountConnections,
  for: 'people',

  async show(visit) {
    const list = await providersOf(visit)
    // A visitor from a reset is shown what else opens the account; where there is nothing, they go where they would have.
    if (visit.query[AFTER_FIELD] === 'reset') return new Redirect(opening(list).length === 0 ? destinationOf(visit) : told(visit))
    if (list.length === 0) return undefined
    return accountDocument(visit, looks, {
      title: ({ connections }) => connections,
      content: (panel) => <ProvidersSection {...panel} list={list} />,
    })
  },

  actions: {
    async link(call) {
      const { provider = '' } = call.fields
      const returnTo = doneAt('providers', 'linked')
      const { url } = await call.run(linkProvider, { params: { provider }, body: { returnTo } })
      return leavingPage(viewOf(call), looks, call.deps.providers.get(provider)?.label ?? provider, url)
    },

    async unlink({ run, fields: { provider = '' } }) {
      await run(unlinkProvider, { params: { provider } })
      return new Redirect(doneAt('providers', 'unlinked'))
    },
  },
})

const told = ({ query: { returnTo } }: Visit): string => doneAt('providers', 'reset', returnTo === undefined ? {} : { returnTo })

/**
 * The step between us and a provider. Our policy lets no form lead to another house, so the browser is sent on by the
 * page that answers the form, or by a link on it.
 */
function leavingPage(view: View, looks: Looks, label: string, url: string): { readonly html: string } {
  const words = view.t.account.providers
  return card(
    { view, looks, title: words.leaving(label), leadsTo: url },
    <>
      <p>{words.leavingLead(label)}</p>
      <p>
        <ButtonLink href={url} words={words.leaving(label)} />
      </p>
    </>,
  )
}
