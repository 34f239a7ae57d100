import type { Static } from 'typebox'
import { Section } from '../../../gate/pages/account/section.tsx'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { isOpen } from '../../../platform/pages/components/is-open.ts'
import { listMembers } from '../flows/list-members.ts'
import { roleWords } from './role-words.ts'
import type { OrganisationPanel } from './standing.ts'

/** As many as a list can be read through. */
const MOST = 100

type Candidates = Static<typeof listMembers.reply>['members'] | undefined

/** Who could become the owner; undefined where there are too many to choose from. */
export async function candidatesOf({ visit: { run, caller }, org }: OrganisationPanel): Promise<Candidates> {
  if (org.memberCount > MOST) return undefined
  const { members } = await run(listMembers, { params: { orgId: org.id }, query: { limit: String(MOST) } })
  return members.filter(({ userId }) => userId !== caller?.account.id)
}

/** What only owners do, and only after proving once more who they are. */
export function DangerSection({ candidates, ...panel }: OrganisationPanel & { readonly candidates: Candidates }) {
  const { view, visit } = panel
  const words = view.t.organisations.page
  return (
    <Section
      id="danger"
      title={words.danger}
      lead={words.dangerLead}
      visit={visit}
      tone="danger"
      resumes={{ actions: ['transfer', 'delete'], words: words.confirmed }}
    >
      <div class="acts">
        <Transfer {...panel} candidates={candidates} />
        <Deletion {...panel} />
      </div>
    </Section>
  )
}

function Transfer({ candidates, ...panel }: OrganisationPanel & { readonly candidates: Candidates }) {
  const { view, visit } = panel
  const words = view.t.organisations.page
  const field = candidates ? 'userId' : 'email'
  const form: FormState = {
    view,
    visit,
    action: 'transfer',
    fields: { invalid_input: field, org_member_not_found: field, org_limit_reached: field },
    words: { invalid_input: words.unreliableOwner },
  }
  const roles = (['admin', 'member', 'owner'] as const).map((value) => ({ value, words: roleWords(view, value) }))
  return (
    <Ask summary={words.transfer} title={words.transferTitle} isOpen={isOpen(visit, form.action)}>
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
    </Ask>
  )
}

const optionOf = ({ userId, name, email }: NonNullable<Candidates>[number]) => ({
  value: userId,
  words: email === undefined ? name : `${name} (${email})`,
})

/** Nothing brings it back: the short name is typed, so that it is this one and no other. */
function Deletion(panel: OrganisationPanel) {
  const { view, visit, org } = panel
  const words = view.t.organisations.page
  const form: FormState = {
    view,
    visit,
    action: 'delete',
    fields: { invalid_input: 'slug' },
    words: { invalid_input: words.deleteWrong },
  }
  return (
    <Ask summary={words.delete} title={words.deleteTitle} tone="danger" isOpen={isOpen(visit, form.action)}>
      <p>{words.deleteConsequence}</p>
      <Form form={form} submit={words.deleteSubmit} tone="danger" hasCancel>
        <Field form={form} name="slug" label={words.deleteConfirm(org.slug)} autocomplete="off" />
      </Form>
    </Ask>
  )
}
