import { pagePaths } from '../../../gate/page-paths.ts'
import { may } from '../../../gate/pages/console/may.ts'
import type { PageProps } from '../../../gate/pages/view.ts'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { roleWords } from '../pages/role-words.ts'
import { organisationsOf } from '../steps/find-organisations.ts'

export async function ofUser({ view, visit }: PageProps, accountId: string) {
  if (!may(visit, 'orgs:read')) return null
  const list = await organisationsOf(visit.deps, accountId)
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
