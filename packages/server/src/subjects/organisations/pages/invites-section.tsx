import type { Static } from 'typebox'
import { unlessUnreadable } from '../../../gate/pages/console/filters.tsx'
import { Pager } from '../../../gate/pages/console/pager.tsx'
import { Address } from '../../../platform/pages/components/address.tsx'
import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { Field, Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { Time } from '../../../platform/pages/components/time.tsx'
import { InviteActions } from '../../invites/index.ts'
import { listOrgInvites } from '../flows/org-invites.ts'
import { isOrgRole, mayGive, ORG_ROLES } from '../org-roles.ts'
import { organisationAddress } from './organisation-address.ts'
import { roleWords } from './role-words.ts'
import type { OrganisationPanel } from './standing.ts'

/** The page has other lists with an offset of their own. */
const OFFSET = 'invites'

type Invites = Static<typeof listOrgInvites.reply>

/** Where the address asks for a page that does not exist, the first page is shown. */
export async function invitesOf({ visit: { run, query }, org }: OrganisationPanel): Promise<Invites> {
  const ask = (offset: string | undefined) =>
    run(listOrgInvites, { params: { orgId: org.id }, query: { status: 'pending', offset } })
  const { found } = await unlessUnreadable(ask(query[OFFSET]))
  return found && (found.invites.length > 0 || found.offset === 0) ? found : ask(undefined)
}

export function InvitesSection({ list, ...panel }: OrganisationPanel & { readonly list: Invites }) {
  const { view, visit, org, role } = panel
  const { role: label, page: words } = view.t.organisations
  const options = ORG_ROLES.filter((one) => mayGive(role, one)).map((one) => ({ value: one, words: roleWords(view, one) }))
  const fields = { invalid_email: 'email', org_member_exists: 'email', org_invite_exists: 'email', invalid_role: 'role' }
  const form: FormState = { view, visit, action: 'invite', fields }
  return (
    <>
      <Panel id="invite" title={words.invite} lead={words.inviteLead}>
        <Form form={form} submit={words.inviteSubmit}>
          <Field form={form} name="email" label={view.t.common.email} type="email" autocomplete="off" />
          <ChoiceField form={form} name="role" label={label} options={options} />
        </Form>
      </Panel>
      <Panel id="invites" title={words.invites}>
        {['resend', 'revoke'].map((action) => (
          <Refusal key={action} form={{ view, visit, action }} />
        ))}
        {list.invites.length === 0 && <p class="hint">{words.noInvites}</p>}
        {list.invites.length > 0 && (
          <ul class="things">
            {list.invites.map((invite) => (
              <InviteRow key={invite.id} {...panel} invite={invite} />
            ))}
          </ul>
        )}
        {list.total > list.limit && (
          <Pager view={view} path={organisationAddress(org.slug)} filters={{}} found={list} name={OFFSET} anchor="#invites" />
        )}
      </Panel>
    </>
  )
}

function InviteRow({ view, visit, role, invite }: OrganisationPanel & { readonly invite: Invites['invites'][number] }) {
  const words = view.t.console.invites
  const { id, email } = invite
  return (
    <li>
      <div class="thing">
        <Icon name="mail" />
        <div>
          <p id={`invite-${id}`}>
            <Address email={email} /> <span class="tag">{roleWords(view, invite.role)}</span>
          </p>
          <p class="line">
            <Time view={view} label={words.expires} at={invite.expiresAt} />
          </p>
        </div>
      </div>
      {isOrgRole(invite.role) && mayGive(role, invite.role) && <InviteActions view={view} visit={visit} id={id} email={email} />}
    </li>
  )
}
