import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { Table } from '../../../gate/pages/console/table.tsx'
import type { View } from '../../../gate/pages/view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Initials } from '../../../platform/pages/components/initials.tsx'
import { Ago } from '../../../platform/pages/components/time.tsx'
import type { listUsers } from '../flows/list-users.ts'
import { UserTags } from './user-tags.tsx'

/** A row leads to its account wherever it is pressed; the title of the link has in full what is cut. */
export function UserTable({ view, users }: { readonly view: View; readonly users: Static<typeof listUsers.reply>['users'] }) {
  const words = view.t.console.users
  return (
    <Table
      class="links users"
      caption={words.caption}
      columns={[words.account, words.email, words.state, [words.lastSignIn, 'roomy'], words.lastActive, [words.created, 'roomy']]}
    >
      {users.map((user) => (
        <tr key={user.id}>
          <th scope="row">
            <span class="who">
              <Initials name={user.name} />
              <a class="over" href={`${pagePaths.consoleUsers}/${user.id}`} title={`${user.name}\n${user.email}`}>
                <bdi class="two-lines">{user.name}</bdi>
              </a>
            </span>
          </th>
          <td class="faint">
            <Address email={user.email} cut="two-lines" />
          </td>
          <td>
            <UserTags view={view} user={user} />
          </td>
          <td class="when roomy">
            <Seen view={view} at={user.lastSignInAt} />
          </td>
          <td class="when seen">
            {user.lastActiveAt && <span class="label">{view.t.common.labelled(words.lastActive, '')}</span>}
            <Seen view={view} at={user.lastActiveAt} />
          </td>
          <td class="when roomy">
            <Ago view={view} at={user.createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

const Seen = ({ view, at }: { readonly view: View; readonly at: string | null | undefined }) =>
  at ? (
    <Ago view={view} at={at} />
  ) : (
    <>
      <span class="visually-hidden">{view.t.console.users.noneKnown}</span>
      <span class="faint" aria-hidden="true">
        –
      </span>
    </>
  )
