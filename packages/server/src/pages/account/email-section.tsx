import { pagePaths } from '../../kernel/page-paths.ts'
import { Address } from '../components/address.tsx'
import { Form } from '../components/form.tsx'
import { withReturn } from '../public/with-return.ts'
import type { Panel } from './account-document.tsx'
import { doneAt } from './done-at.ts'
import { Section } from './section.tsx'

/** Back here once the address is proved. */
export const AFTER_PROOF = doneAt('email', 'verified')

/** The address, and whether it is known to be the owner's. */
export function EmailSection({ view, visit, me }: Panel) {
  const words = view.t.account.email
  const form = { view, visit, action: 'verify', fields: {} } as const
  return (
    <Section
      id="email"
      title={words.title}
      visit={visit}
      notices={{ verified: words.done }}
      state={me.isVerified ? <span class="tag good">{words.verified}</span> : <span class="tag">{words.unverified}</span>}
    >
      <p>
        <Address email={me.email} />
      </p>
      {!me.isVerified && (
        <>
          <p class="hint">{words.lead}</p>
          <Form form={form} submit={words.submit} tone="quiet" />
          <p>
            <a href={withReturn(pagePaths.verifyEmail, AFTER_PROOF)}>{words.haveCode}</a>
          </p>
        </>
      )}
    </Section>
  )
}
