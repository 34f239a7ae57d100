import type { Static } from 'typebox'
import type { Desk } from '../../../gate/pages/console/console-document.tsx'
import type { View } from '../../../gate/pages/view.ts'
import type { User } from '../../../gate/views/user-view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { isOpen } from '../../../platform/pages/components/is-open.ts'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'

export interface UserSectionProps extends Desk {
  readonly user: Static<typeof User>
}

type UserTitles = View['t']['console']['user']['titles']

interface ActProps extends UserSectionProps {
  readonly action: keyof UserTitles
  readonly summary: string
  readonly consequence: (who: string) => string
  readonly submit: string
}

/** One act, with what it means for whom. What went wrong with it is told at the top of the page. */
export function Act({ view, visit, user, action, summary, consequence, submit }: ActProps) {
  return (
    <Ask summary={summary} title={view.t.console.user.titles[action]} isSmall isOpen={isOpen(visit, action)}>
      <p>{sentence(consequence, <Address email={user.email} />)}</p>
      <ButtonForm form={{ view, visit, action, fields: {} }} submit={submit} hidden={{}} tone="plain" hasCancel />
    </Ask>
  )
}

export function AccessSection({ view, visit, user, hasFactors }: UserSectionProps & { readonly hasFactors: boolean }) {
  const words = view.t.console.user
  const act = { view, visit, user }
  return (
    <Panel id="access" title={words.access}>
      <div class="acts">
        {user.role === 'admin' ? (
          <Act
            {...act}
            action="demote"
            summary={words.demote}
            consequence={words.demoteConsequence}
            submit={words.demoteSubmit}
          />
        ) : (
          <Act
            {...act}
            action="promote"
            summary={words.promote}
            consequence={words.promoteConsequence}
            submit={words.promoteSubmit}
          />
        )}
        {!user.isBanned && (
          <Act
            {...act}
            action="sendReset"
            summary={words.sendReset}
            consequence={words.sendResetConsequence}
            submit={words.sendResetSubmit}
          />
        )}
        {hasFactors && (
          <Act
            {...act}
            action="resetFactors"
            summary={words.resetFactors}
            consequence={words.resetFactorsConsequence}
            submit={words.resetFactorsSubmit}
          />
        )}
        {user.isBanned ? (
          <ButtonForm form={{ view, visit, action: 'unban', fields: {} }} submit={words.unban} hidden={{}} />
        ) : (
          <Ban {...act} />
        )}
      </div>
    </Panel>
  )
}

function Ban({ view, visit, user }: UserSectionProps) {
  const words = view.t.console.user
  const form: FormState = {
    view,
    visit,
    action: 'ban',
    fields: { validation_error: 'reason' },
    words: { validation_error: words.banReasonWrong },
  }
  return (
    <Ask summary={words.ban} title={words.titles.ban} isSmall isOpen={isOpen(visit, 'ban')}>
      <p>{sentence(words.banConsequence, <Address email={user.email} />)}</p>
      <Form form={form} submit={words.banSubmit} hasCancel>
        <Field form={form} name="reason" label={words.banReason} hint={words.banReasonHint} autocomplete="off" isOptional />
      </Form>
    </Ask>
  )
}

/** Nothing brings it back: the address is typed, so that it is this account and no other. */
export function DeletionSection({ view, visit, user }: UserSectionProps) {
  const words = view.t.console.user
  const form: FormState = {
    view,
    visit,
    action: 'delete',
    fields: { invalid_input: 'email' },
    words: { invalid_input: words.deleteWrong },
  }
  return (
    <Panel id="deletion" title={words.deletion} tone="danger">
      <Ask summary={words.delete} title={words.titles.delete} tone="danger" isSmall isOpen={isOpen(visit, 'delete')}>
        <p>{sentence(words.deleteConsequence, <Address email={user.email} />)}</p>
        <Form form={form} submit={words.deleteSubmit} tone="danger" hasCancel>
          <Field form={form} name="email" label={words.deleteConfirm} type="email" autocomplete="off" />
        </Form>
      </Ask>
    </Panel>
  )
}
