import type { Static } from 'typebox'
import { pagePaths } from '../../../gate/page-paths.ts'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import { withReturn } from '../../../gate/pages/after-credentials.ts'
import type { PageProps, Panel, Visit } from '../../../gate/pages/view.ts'
import { RESUMED_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Field, Form } from '../../../platform/pages/components/form.tsx'
import { Time } from '../../../platform/pages/components/time.tsx'
import { getEmailChange } from '../flows/pending-email-change.ts'

export const AFTER_PROOF = doneAt('email', 'verified')

export async function pendingChangeOf({ run, deps }: Visit) {
  return deps.config.lifecycle.emailChange ? (await run(getEmailChange)).pending : null
}

type Pending = NonNullable<Static<typeof getEmailChange.reply>['pending']>

export function EmailSection({ view, visit, me, pending }: Panel & { readonly pending: Pending | null }) {
  const words = view.t.account.email
  const { emailChange } = view.t.lifecycle
  return (
    <Section
      id="email"
      title={words.title}
      visit={visit}
      notices={{ verified: words.done, 'change-requested': emailChange.requested, 'change-cancelled': emailChange.cancelled }}
      resumes={{ actions: ['changeEmail'], words: view.t.security.resumed }}
      state={me.isVerified ? <span class="tag good">{words.verified}</span> : <span class="tag">{words.unverified}</span>}
    >
      <p>
        <Address email={me.email} />
      </p>
      {!me.isVerified && (
        <>
          <p class="hint">{words.lead}</p>
          <Form form={{ view, visit, action: 'verify' }} submit={words.submit} tone="quiet" />
          <p>
            <a href={withReturn(pagePaths.verifyEmail, AFTER_PROOF)}>{words.haveCode}</a>
          </p>
        </>
      )}
      {pending && <Waiting view={view} visit={visit} pending={pending} />}
      {visit.deps.config.lifecycle.emailChange && <Change view={view} visit={visit} />}
    </Section>
  )
}

/** Shows the same whether or not the new address is taken. */
function Waiting({ view, visit, pending }: PageProps & { readonly pending: Pending }) {
  const words = view.t.lifecycle.emailChange
  const { newEmail, confirm, confirmed, expiresAt } = pending
  const stateOf = (mailbox: Pending['confirm'][number]) => (confirmed.includes(mailbox) ? words.hasConfirmed : words.hasNot)
  return (
    <div class="stack">
      <h3>{words.pending}</h3>
      <Facts
        facts={[
          [words.label, <Address email={newEmail} />],
          confirm.includes('new') && [words.newMailbox, stateOf('new')],
          confirm.includes('old') && [words.oldMailbox, stateOf('old')],
          [words.until, <Time view={view} at={expiresAt} />],
        ]}
      />
      <Form form={{ view, visit, action: 'cancelEmailChange' }} submit={words.cancel} tone="quiet" />
    </div>
  )
}

function Change({ view, visit }: PageProps) {
  const words = view.t.lifecycle.emailChange
  const form = { view, visit, action: 'changeEmail', fields: { invalid_email: 'email', same_email: 'email' } } as const
  const isOpen = visit.failure?.action === form.action || visit.query[RESUMED_FIELD] === form.action
  return (
    <ConfirmPanel summary={words.ask} title={words.askTitle} isOpen={isOpen}>
      <Form form={form} submit={words.submit} hasCancel>
        <p>{words.lead}</p>
        <Field form={form} name="email" label={words.label} type="email" autocomplete="email" />
      </Form>
    </ConfirmPanel>
  )
}
