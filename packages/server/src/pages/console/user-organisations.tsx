import type { organisationsOf } from '../../core/orgs/find-organisations.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import { Panel } from '../components/panel.tsx'
import { roleWords } from '../organisation/role-words.ts'
import type { View } from '../view.ts'

interface UserOrganisationsProps {
  readonly view: View
  readonly list: Awaited<ReturnType<typeof organisationsOf>>
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
