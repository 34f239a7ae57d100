import type { Static } from 'typebox'
import { tellsOwners } from '../../../gate/mails/notify.ts'
import type { PageProps, View } from '../../../gate/pages/view.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import type { User } from '../../../gate/views/user-view.ts'
import { hasMailSender } from '../../../platform/config/refusals.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { Address } from '../../../platform/pages/components/address.tsx'
import { ButtonForm } from '../../../platform/pages/components/button-form.tsx'
import { ConfirmPanel, isOpen } from '../../../platform/pages/components/confirm-panel.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import type { getUser } from '../flows/get-user.ts'
import { factorLabels } from './user-factors.ts'
import { Rights } from './user-rights.tsx'

type Detail = Static<typeof getUser.reply>
export type UserSectionProps = PageProps & { readonly user: Static<typeof User> }

interface ActProps extends UserSectionProps {
  readonly action: keyof View['t']['console']['user']['titles']
  /** The name under which the catalogue has the words of the action. */
  readonly named: 'demote' | 'promote' | 'sendReset' | 'resetFactors' | 'markVerified' | 'endSessions'
}

/** What the owner is told of. */
const TOLD: ReadonlySet<ActProps['named']> = new Set(['promote', 'resetFactors', 'markVerified'])

/** Only where the mail is sent. */
const Told = ({ view, visit }: PageProps) => tellsOwners(visit.deps.config) && <> {view.t.console.user.told}</>

/** The failure of an action is not shown here, but at the top of the page. */
export function Act({ view, visit, user, action, named }: ActProps) {
  const words = view.t.console.user
  const isLikeVisitor = named === 'promote' && visit.caller?.account.adminScopes !== undefined
  return (
    <ConfirmPanel summary={words[named]} title={words.titles[action]} isOpen={isOpen(visit, action)}>
      <p>
        {sentence(isLikeVisitor ? words.promoteLikeYou : words[`${named}Consequence`], <Address email={user.email} />)}
        {TOLD.has(named) && <Told view={view} visit={visit} />}
      </p>
      <ButtonForm form={{ view, visit, action }} submit={words[`${named}Submit`]} tone="plain" hasCancel />
    </ConfirmPanel>
  )
}

export function AccessSection({ view, visit, detail }: PageProps & { readonly detail: Detail }) {
  const words = view.t.console.user
  const { user } = detail
  const hasFactors = factorLabels(view, detail).length > 0
  const act = { view, visit, user }
  const roleChange = user.role === 'admin' ? 'demote' : 'promote'
  return (
    <Panel id="access" title={words.access}>
      <Acts>
        <Act {...act} action={roleChange} named={roleChange} />
        {user.role === 'admin' && <Rights view={view} visit={visit} detail={detail} />}
        {!user.isBanned && hasPasswords(visit.deps.config) && hasMailSender(visit.deps.config) && (
          <Act {...act} action="sendReset" named="sendReset" />
        )}
        {hasFactors && <Act {...act} action="resetFactors" named="resetFactors" />}
        {user.isBanned ? <ButtonForm form={{ view, visit, action: 'unban' }} submit={words.unban} /> : <Ban {...act} />}
      </Acts>
    </Panel>
  )
}

function Ban({ view, visit, user }: UserSectionProps) {
  const words = view.t.console.user
  const failures = { fields: { validation_error: 'reason' }, words: { validation_error: words.banReasonWrong } }
  const form: FormState = { view, visit, action: 'ban', ...failures }
  return (
    <ConfirmPanel summary={words.ban} title={words.titles.ban} isOpen={isOpen(visit, 'ban')}>
      <p>{sentence(words.banConsequence, <Address email={user.email} />)}</p>
      <Form form={form} submit={words.banSubmit} hasCancel>
        <Field form={form} name="reason" label={words.banReason} hint={words.banReasonHint} autocomplete="off" isOptional />
      </Form>
    </ConfirmPanel>
  )
}

/** A deletion cannot be undone, so the address of the account has to be typed. */
export function DeletionSection({ view, visit, user }: UserSectionProps) {
  const words = view.t.console.user
  const failures = { fields: { invalid_input: 'email' }, words: { invalid_input: words.deleteWrong } }
  const form: FormState = { view, visit, action: 'delete', ...failures }
  return (
    <Panel id="deletion" title={words.deletion} tone="danger">
      <ConfirmPanel summary={words.delete} title={words.titles.delete} tone="danger" isOpen={isOpen(visit, 'delete')}>
        <p>
          {sentence(words.deleteConsequence, <Address email={user.email} />)}
          <Told view={view} visit={visit} />
        </p>
        <Form form={form} submit={words.deleteSubmit} tone="danger" hasCancel>
          <Field form={form} name="email" label={words.deleteConfirm} type="email" autocomplete="off" />
        </Form>
      </ConfirmPanel>
    </Panel>
  )
}
