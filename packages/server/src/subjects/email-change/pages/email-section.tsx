import type { Static } from 'typebox'
import { mailboxOf } from '../../../gate/codes/mailbox-cookie.ts'
import { pagePaths } from '../../../gate/page-paths.ts'
import { doneAt } from '../../../gate/pages/account/done-at.ts'
import { Section } from '../../../gate/pages/account/section.tsx'
import { withReturn } from '../../../gate/pages/after-credentials.ts'
import { checkFields, filled } from '../../../gate/pages/check-fields.ts'
import type { PageProps, Panel, Submission, Visit } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import { RESUMED_FIELD } from '../../../platform/kernel/hosted-page.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { ConfirmPanel } from '../../../platform/pages/components/confirm-panel.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Field, Form, type FormState, Refusal } from '../../../platform/pages/components/form.tsx'
import { Time } from '../../../platform/pages/components/time.tsx'
import { confirmEmailChange } from '../flows/confirm-email-change.ts'
import { getEmailChange } from '../flows/pending-email-change.ts'
import { lookAtChange } from '../steps/look-at-link.ts'

export const AFTER_PROOF = doneAt('email', 'verified')

export async function pendingChangeOf({ run, deps }: Visit) {
  return deps.config.lifecycle.emailChange ? (await run(getEmailChange)).pending : null
}

/** The code acts for the account that the form was shown to: here the one of another account is unknown, though the route takes it. */
export async function confirmOwnChange(call: Submission): Promise<Redirect> {
  checkFields(call, { code: filled })
  const code = call.fields['code'] ?? ''
  const found = await lookAtChange(call.deps, code)
  if ('facts' in found && found.facts.accountId !== call.caller?.account.id) {
    await call.count('redeem')
    throw new Failure('code_invalid')
  }
  const { completed } = await call.run(confirmEmailChange, { body: { code } })
  return new Redirect(doneAt('email', completed ? 'change-completed' : 'change-confirmed'))
}

type Pending = NonNullable<Static<typeof getEmailChange.reply>['pending']>

export function EmailSection({ view, visit, me, pending }: Panel & { readonly pending: Pending | null }) {
  const words = view.t.account.email
  const { change, emailChange } = view.t.lifecycle
  // The owner has just come by the link of a reset, so the mailbox is theirs.
  const isProved = mailboxOf(visit.deps, visit.cookies.mailbox, 'proved') === me.email
  return (
    <Section
      id="email"
      title={words.title}
      visit={visit}
      notices={{
        verified: words.done,
        'change-requested': emailChange.requested,
        'change-confirmed': change.confirmed,
        'change-completed': change.done,
        'change-cancelled': emailChange.cancelled,
      }}
      resumes={{ actions: ['changeEmail'], words: view.t.security.resumed }}
      state={me.isVerified ? <span class="tag good">{words.verified}</span> : <span class="tag">{words.unverified}</span>}
    >
      <p>
        <Address email={me.email} />
      </p>
      {!me.isVerified && isProved && <Form form={{ view, visit, action: 'confirmProved' }} submit={words.confirmProved} />}
      {!me.isVerified && !isProved && (
        <>
          <p class="hint">{words.lead}</p>
          <Form form={{ view, visit, action: 'verify' }} submit={words.submit} tone="quiet" />
          <p>
            <a href={withReturn(pagePaths.verifyEmail, AFTER_PROOF)}>{words.haveCode}</a>
          </p>
        </>
      )}
      {pending ? <Waiting view={view} visit={visit} pending={pending} /> : <Refusal form={confirmForm({ view, visit })} />}
      {visit.deps.config.lifecycle.emailChange && <Change view={view} visit={visit} />}
    </Section>
  )
}

const CODE_ERRORS = { code_invalid: 'code', code_already_used: 'code', code_expired: 'code' } as const

/** A change that has just ended leaves no field, and the reason is said above. */
const confirmForm = ({ view, visit }: PageProps, fields?: FormState['fields']): FormState => ({
  ...{ view, visit, action: 'confirmEmailChange' },
  ...(fields && { fields }),
})

/** Shows the same whether or not the new address is taken. */
function Waiting({ view, visit, pending }: PageProps & { readonly pending: Pending }) {
  const words = view.t.lifecycle.emailChange
  const { newEmail, confirm, confirmed, expiresAt } = pending
  const form = confirmForm({ view, visit }, CODE_ERRORS)
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
      <Form form={form} submit={words.confirm}>
        <Field
          form={form}
          name="code"
          label={view.t.lifecycle.link.code}
          hint={confirm.length > 1 ? words.codeHint : undefined}
          autocomplete="one-time-code"
        />
      </Form>
      <Form form={{ view, visit, action: 'cancelEmailChange' }} submit={words.cancel} tone="quiet" />
    </div>
  )
}

const FIELDS = { invalid_email: 'email', email_not_allowed: 'email', same_email: 'email' } as const

function Change({ view, visit }: PageProps) {
  const words = view.t.lifecycle.emailChange
  const form = { view, visit, action: 'changeEmail', fields: FIELDS } as const
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
