import type { Static } from 'typebox'
import type { PageProps } from '../../../gate/pages/view.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { hasMailSender } from '../../../platform/config/refusals.ts'
import { Acts } from '../../../platform/pages/components/acts.tsx'
import { Address } from '../../../platform/pages/components/address.tsx'
import { Check } from '../../../platform/pages/components/check.tsx'
import { ConfirmPanel, isOpen } from '../../../platform/pages/components/confirm-panel.tsx'
import { CopyButton } from '../../../platform/pages/components/copy-button.tsx'
import { Facts } from '../../../platform/pages/components/facts.tsx'
import { Field, Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import { Time } from '../../../platform/pages/components/time.tsx'
import type { getUser } from '../flows/get-user.ts'
import { Act, type UserSectionProps } from './user-access.tsx'
import { factorLabels } from './user-factors.ts'
import { rightsInWords } from './user-rights.tsx'

type UserFactsProps = PageProps & { readonly detail: Static<typeof getUser.reply>; readonly mayChange: boolean }

export function UserFacts({ view, visit, detail, mayChange }: UserFactsProps) {
  const { user, scopes, hasPassword, providers, bannedAt, banReason, lastSignInAt, lastActiveAt } = detail
  const { t } = view
  const words = t.console.user
  const yesNo = (value: boolean): string => (value ? t.console.yes : t.console.no)
  const list = (texts: readonly string[]) => new Intl.ListFormat(view.locale).format(texts)
  const factors = factorLabels(view, detail)
  const labels = providers.map((name) => visit.deps.providers.get(name)?.label ?? name)
  return (
    <Panel id="facts" title={words.facts}>
      <Facts
        facts={[
          [t.common.name, <bdi>{user.name}</bdi>],
          [t.common.email, <Address email={user.email} />],
          [words.verified, yesNo(user.isVerified)],
          [words.role, user.role === 'admin' ? t.console.roles.admin : t.console.roles.user],
          scopes !== undefined && [words.rights, rightsInWords(view, scopes)],
          hasPasswords(visit.deps.config) && [words.password, yesNo(hasPassword)],
          [words.providers, labels.length === 0 ? words.noProviders : list(labels)],
          [words.twoFactor, yesNo(user.twoFactorEnabled)],
          factors.length > 0 && [words.factors, list(factors)],
          bannedAt !== undefined && [words.bannedSince, <Time view={view} at={bannedAt} />],
          banReason !== undefined && [words.banReason, <bdi>{banReason}</bdi>],
          [t.console.users.lastSignIn, lastSignInAt ? <Time view={view} at={lastSignInAt} /> : t.console.users.noneKnown],
          lastActiveAt !== null && [t.console.users.lastActive, <Time view={view} at={lastActiveAt} />],
          [words.created, <Time view={view} at={user.createdAt} />],
          [words.updated, <Time view={view} at={user.updatedAt} />],
          [words.id, <UserId view={view} id={user.id} />],
        ]}
      />
      {mayChange && (
        <Acts>
          <Rename view={view} visit={visit} user={user} />
          <ChangeEmail view={view} visit={visit} user={user} />
          {!user.isVerified && <Act {...{ view, visit, user }} action="verify" named="markVerified" />}
        </Acts>
      )}
    </Panel>
  )
}

function UserId({ view, id }: Pick<PageProps, 'view'> & { readonly id: string }) {
  return (
    <>
      <code id="user-id">{id}</code> <CopyButton of="user-id" words={view.t.console.user} />
    </>
  )
}

function Rename({ view, visit, user }: UserSectionProps) {
  const words = view.t.console.user
  const failures = { fields: { validation_error: 'name' }, words: { validation_error: view.t.account.name.wrong } }
  const form: FormState = { view, visit, action: 'rename', ...failures }
  return (
    <ConfirmPanel summary={words.rename} title={words.titles.rename} isOpen={isOpen(visit, 'rename')}>
      <Form form={form} submit={words.renameSubmit} hasCancel>
        <Field form={form} name="name" label={view.t.common.name} autocomplete="off" value={user.name} />
      </Form>
    </ConfirmPanel>
  )
}

function ChangeEmail({ view, visit, user }: UserSectionProps) {
  const words = view.t.console.user
  const fields = { invalid_email: 'email', email_already_exists: 'email' }
  const form: FormState = { view, visit, action: 'changeEmail', fields }
  return (
    <ConfirmPanel summary={words.changeEmail} title={words.titles.changeEmail} isOpen={isOpen(visit, form.action)}>
      <p>
        {sentence(words.changeEmailConsequence, <Address email={user.email} />)}
        {hasMailSender(visit.deps.config) && <> {words.changeEmailMails}</>}
      </p>
      <Form form={form} submit={words.changeEmailSubmit} hasCancel>
        <Field form={form} name="email" label={words.changeEmailLabel} type="email" autocomplete="off" />
        <Check form={form} name="final" label={words.changeEmailFinal} hint={words.changeEmailFinalHint} />
      </Form>
    </ConfirmPanel>
  )
}
