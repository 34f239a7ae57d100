import type { Static } from 'typebox'
import type { Desk } from '../../../gate/pages/console/console-document.tsx'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Ask } from '../../../platform/pages/components/ask.tsx'
import { Check } from '../../../platform/pages/components/check.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { Icon } from '../../../platform/pages/components/icon.tsx'
import { isOpen } from '../../../platform/pages/components/is-open.ts'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Moment } from '../../../platform/pages/components/time.tsx'
import type { getUser } from '../flows/get-user.ts'
import { Act, type UserSectionProps } from './user-access.tsx'
import { factorsIn } from './user-factors.ts'

interface UserFactsProps extends Desk {
  readonly detail: Static<typeof getUser.reply>
}

/** What is known about one account. */
export function UserFacts({ view, visit, detail }: UserFactsProps) {
  const { user, hasPassword, providers, bannedAt, banReason } = detail
  const { t } = view
  const words = t.console.user
  const yesNo = (value: boolean): string => (value ? t.console.yes : t.console.no)
  const factors = factorsIn(view, detail)
  const labels = providers.map((name) => visit.deps.providers.get(name)?.label ?? name)
  return (
    <Panel id="facts" title={words.facts}>
      <dl class="facts">
        <dt>{t.common.name}</dt>
        <dd>
          <bdi>{user.name}</bdi>
        </dd>
        <dt>{t.common.email}</dt>
        <dd>
          <Address email={user.email} />
        </dd>
        <dt>{words.verified}</dt>
        <dd>{yesNo(user.isVerified)}</dd>
        <dt>{words.role}</dt>
        <dd>{user.role === 'admin' ? t.console.roles.admin : t.console.roles.user}</dd>
        <dt>{words.password}</dt>
        <dd>{yesNo(hasPassword)}</dd>
        <dt>{words.providers}</dt>
        <dd>{labels.length === 0 ? words.noProviders : new Intl.ListFormat(view.locale).format(labels)}</dd>
        <dt>{words.twoFactor}</dt>
        <dd>{yesNo(user.twoFactorEnabled)}</dd>
        {factors.length > 0 && (
          <>
            <dt>{words.factors}</dt>
            <dd>{new Intl.ListFormat(view.locale).format(factors)}</dd>
          </>
        )}
        {bannedAt !== undefined && (
          <>
            <dt>{words.bannedSince}</dt>
            <dd>
              <Moment view={view} at={bannedAt} />
            </dd>
          </>
        )}
        {banReason !== undefined && (
          <>
            <dt>{words.banReason}</dt>
            <dd>
              <bdi>{banReason}</bdi>
            </dd>
          </>
        )}
        <dt>{words.created}</dt>
        <dd>
          <Moment view={view} at={user.createdAt} />
        </dd>
        <dt>{words.updated}</dt>
        <dd>
          <Moment view={view} at={user.updatedAt} />
        </dd>
        <dt>{words.id}</dt>
        <dd>
          <code id="user-id">{user.id}</code>{' '}
          <button type="button" class="quiet copy" data-copy="user-id" data-copied={words.copied}>
            <Icon name="copy" />
            <span aria-live="polite">{words.copy}</span>
          </button>
        </dd>
      </dl>
      <div class="acts">
        <Rename view={view} visit={visit} user={user} />
        <ChangeEmail view={view} visit={visit} user={user} />
        {!user.isVerified && (
          <Act
            {...{ view, visit, user }}
            action="verify"
            summary={words.markVerified}
            consequence={words.markVerifiedConsequence}
            submit={words.markVerifiedSubmit}
          />
        )}
      </div>
    </Panel>
  )
}

function Rename({ view, visit, user }: UserSectionProps) {
  const words = view.t.console.user
  const form: FormState = {
    view,
    visit,
    action: 'rename',
    fields: { validation_error: 'name' },
    words: { validation_error: view.t.account.name.wrong },
  }
  return (
    <Ask summary={words.rename} title={words.titles.rename} isSmall isOpen={isOpen(visit, 'rename')}>
      <Form form={form} submit={words.renameSubmit} hasCancel>
        <Field form={form} name="name" label={view.t.common.name} autocomplete="off" value={user.name} />
      </Form>
    </Ask>
  )
}

/** For an owner who has lost the mailbox. */
function ChangeEmail({ view, visit, user }: UserSectionProps) {
  const words = view.t.console.user
  const form: FormState = {
    view,
    visit,
    action: 'changeEmail',
    fields: { invalid_email: 'email', email_already_exists: 'email' },
  }
  return (
    <Ask summary={words.changeEmail} title={words.titles.changeEmail} isSmall isOpen={isOpen(visit, form.action)}>
      <p>{sentence(words.changeEmailConsequence, <Address email={user.email} />)}</p>
      <Form form={form} submit={words.changeEmailSubmit} hasCancel>
        <Field form={form} name="email" label={words.changeEmailLabel} type="email" autocomplete="off" />
        <Check form={form} name="final" label={words.changeEmailFinal} hint={words.changeEmailFinalHint} />
      </Form>
    </Ask>
  )
}
