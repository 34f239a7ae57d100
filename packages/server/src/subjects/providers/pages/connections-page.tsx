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
import { openingProviders, ProvidersSection, providersOf } from './providers-section.tsx'

export const connectionsPage = (looks: Looks): Hosted => ({
  path: pagePaths.accountConnections,
  for: 'people',
  shownAgain: ['provider'],

  async show(visit) {
    const list = await providersOf(visit)
    // A visitor who has reset the password is shown which providers still open the account, where there are any.
    if (visit.query[AFTER_FIELD] === 'reset')
      return new Redirect(openingProviders(list).length === 0 ? destinationOf(visit) : afterReset(visit))
    if (list.length === 0) return undefined
    return accountDocument(visit, looks, {
      title: ({ connections }) => connections,
      content: (panel) => <ProvidersSection {...panel} list={list} />,
    })
  },

  actions: {
    async link(call) {
      const { provider = '' } = call.fields
      const { url } = await call.run(linkProvider, { params: { provider }, body: { returnTo: doneAt('providers', 'linked') } })
      return leavingPage(viewOf(call), looks, call.deps.providers.get(provider)?.label ?? provider, url)
    },

    async unlink({ run, fields: { provider = '' } }) {
      await run(unlinkProvider, { params: { provider } })
      return new Redirect(doneAt('providers', 'unlinked'))
    },
  },
})

const afterReset = ({ query: { returnTo } }: Visit) => doneAt('providers', 'reset', returnTo === undefined ? {} : { returnTo })

/** Our content security policy lets no form lead to another site, so the page that answers the form sends the browser on. */
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
