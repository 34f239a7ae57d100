import { pagePaths } from '../../../gate/page-paths.ts'
import type { View } from '../../../gate/pages/view.ts'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { roleWords } from '../pages/role-words.ts'
import type { organisationsOf } from '../steps/find-organisations.ts'

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
