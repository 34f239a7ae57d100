import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { may } from '../../../gate/pages/console/may.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, type PageProps, viewOf } from '../../../gate/pages/view.ts'
import { ButtonLink } from '../../../platform/pages/components/button-link.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { Empty } from '../../../platform/pages/components/note.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import type { ListedClientView } from '../clients/client-view.ts'
import { listClients } from '../flows/clients.ts'
import { LastSeen } from './client-facts.tsx'

/** `/console/clients`: which applications there are, when each was last used, and why one was refused. */
export const clientsPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleClients,
  for: 'administrators',
  scope: 'clients:read',

  async show(visit) {
    const view = viewOf(visit)
    const words = view.t.console.clients
    const { clients } = await visit.run(listClients)
    return consoleDocument(
      { view, visit, looks, title: words.title, hasTimes: clients.length > 0, aside: <Create view={view} visit={visit} /> },
      <Panel id="all" title={words.title} lead={words.lead}>
        {clients.length === 0 && <Empty icon="apps" words={words.none} />}
        {clients.length > 0 && (
          <ul class="things">
            {clients.map((client) => (
              <ClientRow key={client.id} view={view} client={client} />
            ))}
          </ul>
        )}
      </Panel>,
    )
  },
})

const Create = ({ view, visit }: PageProps) =>
  may(visit, 'clients:write') ? <ButtonLink href={pagePaths.consoleNewClient} words={view.t.console.clients.create} /> : null

function ClientRow({ view, client }: Pick<PageProps, 'view'> & { readonly client: Static<typeof ListedClientView> }) {
  const words = view.t.console.clients
  const { id, name, kind, isFirstParty, disabledAt } = client
  return (
    <li>
      <div class="thing">
        <Icon name="apps" />
        <div>
          <p>
            <a href={`${pagePaths.consoleClients}/${id}`}>
              <bdi>{name}</bdi>
            </a>{' '}
            <span class={disabledAt === null ? 'tag good' : 'tag bad'}>{disabledAt === null ? words.inUse : words.disabled}</span>
          </p>
          <p class="line">
            <code>{id}</code>
            <span>{words.kinds[kind]}</span>
            {!isFirstParty && kind !== 'service' && <span>{words.asks}</span>}
          </p>
          <p class="line">
            <LastSeen view={view} client={client} />
          </p>
        </div>
      </div>
    </li>
  )
}
