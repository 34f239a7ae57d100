import { Failure } from '../../platform/kernel/errors.ts'
import type { PageResult } from '../../platform/kernel/hosted-page.ts'
import { Address } from '../../platform/pages/components/address.tsx'
import { Form } from '../../platform/pages/components/form.tsx'
import { sentence } from '../../platform/pages/components/sentence.ts'
import { checkFields, filled } from './check-fields.ts'
import type { Looks } from './layout.tsx'
import { entrance, frame, type MailedLink, REFUSALS } from './link-parts.tsx'
import { OPEN } from './opened-code.ts'
import { type Hosted, type Visit, viewOf } from './view.ts'

const ACT = 'act'

/** A script sends the code of the link, but only a button acts, because mail scanners open links and some run scripts. */
export function mailedLinkPage<Facts extends { readonly accountId: string }>(looks: Looks, link: MailedLink<Facts>): Hosted {
  const { path, isOn = () => true, look, act } = link

  /** Counted, because the answer tells a working code from any other. */
  const opened = async (visit: Visit, code: string): Promise<PageResult> => {
    await visit.count('redeem')
    const looked = await look(visit.deps, code)
    if ('refusal' in looked) throw new Failure(looked.refusal)
    return question(visit, looks, link, looked.facts, code)
  }

  return {
    path,
    for: 'anybody',
    shownAgain: ['code'],

    async show(visit) {
      const { failure, query, typed } = visit
      if (!isOn(visit)) return undefined
      const done = failure ? undefined : query['done']
      const result = done === undefined ? undefined : link.result?.({ view: viewOf(visit), visit }, done)
      if (result) return frame(visit, looks, result.title, result.content)
      if (failure?.action !== ACT || REFUSALS.has(failure.code)) return entrance(visit, looks, link)
      try {
        return await opened(visit, typed['code'] ?? '')
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        return entrance({ ...visit, failure: { ...failure, code: error.code } }, looks, link)
      }
    },

    actions: {
      async [OPEN](call) {
        if (!isOn(call)) return undefined
        checkFields(call, { code: filled })
        return opened(call, call.fields['code'] ?? '')
      },

      async [ACT](call) {
        checkFields(call, { code: filled })
        const code = call.fields['code'] ?? ''
        // Looked up before the route spends the code, but shown only after the route, which counts and refuses, has accepted it.
        const looked = await look(call.deps, code)
        const shown = await act(call, code)
        if ('refusal' in looked) throw new Failure(looked.refusal)
        return shown(looked.facts)
      },
    },
  }
}

function question<Facts extends { readonly accountId: string }>(
  visit: Visit,
  looks: Looks,
  { words, tone, About }: MailedLink<Facts>,
  facts: Facts,
  code: string,
) {
  const view = viewOf(visit)
  const { title, submit } = words(view)
  const { caller } = visit
  return frame(
    visit,
    looks,
    title,
    <>
      <About view={view} visit={visit} facts={facts} />
      {caller && caller.account.id !== facts.accountId && (
        <p class="hint">{sentence(view.t.lifecycle.link.otherAccount, <Address email={caller.account.email} />)}</p>
      )}
      <Form form={{ view, visit, action: ACT }} submit={submit} tone={tone} hidden={{ code }} />
    </>,
  )
}
