import type { Static } from 'typebox'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { Address } from '../../../platform/pages/components/address.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { hasFailed } from '../../../platform/pages/components/form-failure.tsx'
import { Initials } from '../../../platform/pages/components/initials.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Ago } from '../../../platform/pages/components/time.tsx'
import { isOrgRole, mayGive, ORG_ROLES } from '../org-roles.ts'
import type { OrgMemberView } from '../views/org-member-view.ts'
import { roleWords } from './role-words.ts'
import type { OrganisationPanel } from './standing.ts'

type MemberProps = OrganisationPanel & { readonly member: Static<typeof OrgMemberView> }

/** Admins can do nothing to owners; every member can leave. */
export function MemberRow(props: MemberProps) {
  const { view, visit, role, member } = props
  const words = view.t.organisations.page
  const isSelf = member.userId === visit.caller?.account.id
  const isInReach = isOrgRole(member.role) && mayGive(role, member.role)
  return (
    <li>
      <div class="thing">
        <Initials name={member.name} />
        <div>
          <p>
            <b>
              <bdi>{member.name}</bdi>
            </b>{' '}
            <span class="tag">{roleWords(view, member.role)}</span> {isSelf && <span class="tag good">{words.you}</span>}
          </p>
          <p class="line">
            {member.email !== undefined && <Address email={member.email} />}
            <Ago view={view} label={words.joined} at={member.joinedAt} />
          </p>
        </div>
      </div>
      {(isInReach || isSelf) && (
        <Acts>
          {isInReach && <RoleChange {...props} />}
          {isSelf ? <Leaving {...props} /> : <Removal {...props} />}
        </Acts>
      )}
    </li>
  )
}

function RoleChange({ view, visit, role, member }: MemberProps) {
  const { role: label, page: words } = view.t.organisations
  const fields = { cannot_remove_last_owner: 'role', org_limit_reached: 'role', invalid_role: 'role', invalid_input: 'role' }
  const refusals = { cannot_remove_last_owner: words.lastOwner, invalid_input: words.unreliableOwner }
  const form: FormState = { view, visit, action: 'setRole', of: member.userId, fields, words: refusals }
  const options = ORG_ROLES.filter((one) => mayGive(role, one)).map((one) => ({ value: one, words: roleWords(view, one) }))
  return (
    <ConfirmPanel summary={words.changeRole} title={words.changeRoleTitle} isOpen={hasFailed(form)}>
      <p>
        <bdi>{member.name}</bdi>
      </p>
      <Form form={form} submit={words.changeRoleSubmit} hidden={{ id: member.userId }} hasCancel>
        <ChoiceField form={form} name="role" label={label} value={member.role} options={options} />
      </Form>
    </ConfirmPanel>
  )
}

function Removal({ view, visit, member }: MemberProps) {
  const words = view.t.organisations.page
  const form: FormState = { view, visit, action: 'remove' }
  return (
    <ConfirmPanel summary={words.remove} title={words.removeTitle}>
      <p>{sentence(words.removeConsequence, <bdi>{member.name}</bdi>)}</p>
      <ButtonForm form={form} submit={words.removeSubmit} hidden={{ id: member.userId }} tone="plain" hasCancel />
    </ConfirmPanel>
  )
}

function Leaving({ view, visit, org }: MemberProps) {
  const words = view.t.organisations.own
  return (
    <ConfirmPanel summary={words.leave} title={words.leaveTitle}>
      <p>{sentence(words.leaveConsequence, <bdi>{org.name}</bdi>)}</p>
      <ButtonForm form={{ view, visit, action: 'leave' }} submit={words.leaveSubmit} tone="plain" hasCancel />
    </ConfirmPanel>
  )
}
