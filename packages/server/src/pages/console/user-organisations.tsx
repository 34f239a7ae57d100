import { pagePaths } from '../../kernel/page-paths.ts'
import { Panel } from '../components/panel.tsx'
import { roleWords } from '../organisation/role-words.ts'
import type { View, Visit } from '../view.ts'

/** More than one looks through; the rest are found from their own pages. */
const MOST = 100

/** The organisations that an account belongs to. Where they are switched off, nothing is said of them. */
export async function organisationsOfUser({ deps: { config, store } }: Visit, userId: string) {
  return config.organisations.enabled ? (await store.organisations.listOf(userId, MOST, 0)).found : []
}

interface UserOrganisationsProps {
  readonly view: View
  readonly list: Awaited<ReturnType<typeof organisationsOfUser>>
}

export function UserOrganisations({ view, list }: UserOrganisationsProps) {
  if (list.length === 0) return null
  return (
    <Panel id="organisations" title={view.t.organisations.console.ofUser}>
      <ul class="lines">
        {list.map(({ org, role }) => (
          <li key={org.id}>
            <a href={`${pagePaths.consoleOrganisations}/${org.id}`}>
              <bdi>{org.name}</bdi>
            </a>
            <span class="tag">{roleWords(view, role)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
