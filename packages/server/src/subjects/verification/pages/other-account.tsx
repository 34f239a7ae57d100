import { destinationOf } from '../../../gate/pages/after-credentials.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'

/** Names the account that the visitor agrees to leave: when another account is signed in by then, the question is asked anew. */
export const LEAVING_FIELD = 'leaving'

/** Names both accounts, because a link that a stranger has sent must not swap them unseen. Undefined when there is nothing to ask. */
export function otherAccountQuestion(visit: Visit, looks: Looks): { readonly html: string } | undefined {
  const choice = visit.failure?.choice
  if (!choice) return undefined
  const view = viewOf(visit)
  const words = view.t.otherAccount
  // The page itself explains the failure. The failure is assigned to a hidden field, so that no alert is shown.
  const form: FormState = { view, visit, action: 'verify', fields: { other_account: LEAVING_FIELD } }
  const hidden = { code: visit.typed['code'], [LEAVING_FIELD]: choice.current }
  return card(
    { view, visit, looks, title: words.title },
    <>
      <p>{sentence(words.current, <bdi>{choice.current}</bdi>)}</p>
      <p>{sentence(words.other, <bdi>{choice.other}</bdi>)}</p>
      <Form form={form} submit={words.submit(choice.other)} hidden={hidden} />
      <p class="aside">
        <a href={destinationOf(visit)}>{sentence(words.stay, <bdi>{choice.current}</bdi>)}</a>
      </p>
    </>,
  )
}
