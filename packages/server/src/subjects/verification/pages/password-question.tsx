import { ownerOfCode } from '../../../gate/codes/owner-of-code.ts'
import { OwnerField } from '../../../gate/pages/account/owner-field.tsx'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { LEAVING_FIELD } from './other-account.tsx'

export const PASSWORD_FIELD = 'password'

/** A visitor who did not choose the password learns that a stranger signed up with the address, and can take the account over. */
export function passwordQuestion(visit: Visit, looks: Looks, email: string): { readonly html: string } {
  const view = viewOf(visit)
  const words = view.t.passwordQuestion
  const fields = { invalid_credentials: PASSWORD_FIELD }
  const form: FormState = { view, visit, action: 'verify', fields, words: { invalid_credentials: view.t.errors.wrong_password } }
  const hidden = { code: visit.typed['code'], [LEAVING_FIELD]: visit.typed[LEAVING_FIELD] }
  return card(
    { view, visit, looks, title: words.title },
    <>
      <p>{sentence(words.lead, <Address email={email} />)}</p>
      <Form form={form} submit={view.t.verifyEmail.submit} hidden={hidden}>
        <OwnerField email={email} />
        <Field form={form} name={PASSWORD_FIELD} label={words.label} type="password" autocomplete="current-password" isFirst />
      </Form>
      <h2>{words.notMineTitle}</h2>
      <p class="hint">{words.notMineLead}</p>
      <Form form={{ view, visit, action: 'disown' }} submit={words.notMine} tone="quiet" hidden={hidden} />
    </>,
  )
}

/** Undefined where anything but the password went wrong. */
export async function wrongPasswordQuestion(visit: Visit, looks: Looks): Promise<{ readonly html: string } | undefined> {
  const { failure } = visit
  const isAsked = failure?.code === 'invalid_credentials' || failure?.wrong?.some(({ field }) => field === PASSWORD_FIELD)
  const email = isAsked ? await ownerOfCode(visit.deps, 'email-verification', visit.typed['code'] ?? '') : undefined
  return email === undefined ? undefined : passwordQuestion(visit, looks, email)
}
