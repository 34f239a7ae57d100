import type { Static } from 'typebox'
import type { PageProps, View } from '../../../gate/pages/view.ts'
import type { User } from '../../../gate/views/user-view.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { isOpen } from '../../../platform/pages/components/is-open.ts'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'

export interface UserSectionProps extends PageProps {
  readonly user: Static<typeof User>
}

interface ActProps extends UserSectionProps {
  readonly action: keyof View['t']['console']['user']['titles']
  /** What the words of the act are called by. */
  readonly named: 'demote' | 'promote' | 'sendReset' | 'resetFactors' | 'markVerified' | 'endSessions'
}

/** One act, with what it means for whom. What went wrong with it is told at the top of the page. */
export function Act({ view, visit, user, action, named }: ActProps) {
  const words = view.t.console.user
  return (
    <Ask summary={words[named]} title={words.titles[action]} isSmall isOpen={isOpen(visit, action)}>
      <p>{sentence(words[`${named}Consequence`], <Address email={user.email} />)}</p>
      <ButtonForm form={{ view, visit, action }} submit={words[`${named}Submit`]} tone="plain" hasCancel />
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
          <Act {...act} action="demote" named="demote" />
        ) : (
          <Act {...act} action="promote" named="promote" />
        )}
        {!user.isBanned && <Act {...act} action="sendReset" named="sendReset" />}
        {hasFactors && <Act {...act} action="resetFactors" named="resetFactors" />}
        {user.isBanned ? <ButtonForm form={{ view, visit, action: 'unban' }} submit={words.unban} /> : <Ban {...act} />}
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
