import { destinationOf } from '../../../gate/pages/after-credentials.ts'
import { card, type Looks } from '../../../gate/pages/layout.tsx'
import { type Visit, viewOf } from '../../../gate/pages/view.ts'
import { Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'

/**
 * In the form that answers the question: the account that was asked about. Where another one is signed in by then, in
 * another tab perhaps, that is a question of its own.
 */
export const LEAVING_FIELD = 'leaving'

/**
 * The question that a code for another account raises in a browser that is signed in already. Both are named, because a
 * link that a stranger has sent must not swap them unseen. Undefined when there is nothing to ask.
 */
export function otherAccountQuestion(visit: Visit, looks: Looks): { readonly html: string } | undefined {
  const choice = visit.failure?.choice
  if (!choice) return undefined
  const view = viewOf(visit)
  const words = view.t.otherAccount
  // The page itself says what is the matter, so no field and no alert has to.
  const form: FormState = { view, visit, action: 'verify', fields: { other_account: LEAVING_FIELD } }
  return card(
    { view, visit, looks, title: words.title },
    <>
      <p>{sentence(words.current, <bdi>{choice.current}</bdi>)}</p>
      <p>{sentence(words.other, <bdi>{choice.other}</bdi>)}</p>
      <Form
        form={form}
        submit={words.submit(choice.other)}
        hidden={{ code: visit.typed['code'], [LEAVING_FIELD]: choice.current }}
      />
      <p class="aside">
        <a href={destinationOf(visit)}>{sentence(words.stay, <bdi>{choice.current}</bdi>)}</a>
      </p>
    </>,
  )
}
