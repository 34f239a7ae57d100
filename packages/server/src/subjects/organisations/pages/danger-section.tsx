import type { Static } from 'typebox'
import { Section } from '../../../gate/pages/account/section.tsx'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { ConfirmPanel, isOpen } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { listMembers } from '../flows/list-members.ts'
import { roleWords } from './role-words.ts'
import type { OrganisationPanel } from './standing.ts'

/** With more members than this, the new owner is named by their address and not chosen from a list. */
const MOST = 100

type Candidates = Static<typeof listMembers.reply>['members'] | undefined

export async function candidatesOf({ visit: { run, caller }, org }: OrganisationPanel): Promise<Candidates> {
  if (org.memberCount > MOST) return undefined
  const { members } = await run(listMembers, { params: { orgId: org.id }, query: { limit: String(MOST) } })
  return members.filter(({ userId }) => userId !== caller?.account.id)
}

/** For owners only, and only after they have proved once more who they are. */
export function DangerSection({ candidates, ...panel }: OrganisationPanel & { readonly candidates: Candidates }) {
  const { view, visit } = panel
  const words = view.t.organisations.page
  const resumes = { actions: ['transfer', 'delete'], words: words.confirmed }
  return (
    <Section id="danger" title={words.danger} lead={words.dangerLead} visit={visit} tone="danger" resumes={resumes}>
      <Acts>
        <Transfer {...panel} candidates={candidates} />
        <Deletion {...panel} />
      </Acts>
    </Section>
  )
}

function Transfer({ candidates, view, visit }: OrganisationPanel & { readonly candidates: Candidates }) {
  const words = view.t.organisations.page
  const field = candidates ? 'userId' : 'email'
  const fields = { invalid_input: field, org_member_not_found: field, org_limit_reached: field }
  const form: FormState = { view, visit, action: 'transfer', fields, words: { invalid_input: words.unreliableOwner } }
  const roles = (['admin', 'member', 'owner'] as const).map((value) => ({ value, words: roleWords(view, value) }))
  return (
    <ConfirmPanel summary={words.transfer} title={words.transferTitle} isOpen={isOpen(visit, form.action)}>
      {candidates?.length === 0 ? (
        <p>{words.transferNobody}</p>
      ) : (
        <>
          <p>{words.transferConsequence}</p>
          <Form form={form} submit={words.transferSubmit} hasCancel>
            {candidates ? (
              <ChoiceField form={form} name={field} label={words.transferTo} options={candidates.map(optionOf)} />
            ) : (
              <Field form={form} name={field} label={words.transferToAddress} type="email" autocomplete="off" />
            )}
            <ChoiceField form={form} name="role" label={words.transferRole} options={roles} />
          </Form>
        </>
      )}
    </ConfirmPanel>
  )
}

const optionOf = ({ userId, name, email }: NonNullable<Candidates>[number]) => ({
  value: userId,
  words: email === undefined ? name : `${name} (${email})`,
})

/** A deletion cannot be undone, so the slug has to be typed. */
function Deletion({ view, visit, org }: OrganisationPanel) {
  const words = view.t.organisations.page
  const refusals = { invalid_input: words.deleteWrong }
  const form: FormState = { view, visit, action: 'delete', fields: { invalid_input: 'slug' }, words: refusals }
  return (
    <ConfirmPanel summary={words.delete} title={words.deleteTitle} tone="danger" isOpen={isOpen(visit, form.action)}>
      <p>{words.deleteConsequence}</p>
      <Form form={form} submit={words.deleteSubmit} tone="danger" hasCancel>
        <Field form={form} name="slug" label={words.deleteConfirm(org.slug)} autocomplete="off" />
      </Form>
    </ConfirmPanel>
  )
}
