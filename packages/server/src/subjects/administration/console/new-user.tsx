import { pagePaths } from '../../../gate/page-paths.ts'
import { address, name as called, checkFields } from '../../../gate/pages/check-fields.ts'
import { consoleDocument } from '../../../gate/pages/console/console-document.tsx'
import { may } from '../../../gate/pages/console/may.ts'
import type { Looks } from '../../../gate/pages/layout.tsx'
import { type Hosted, viewOf } from '../../../gate/pages/view.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import { passwordRefusedAt } from '../../../gate/passwords/password-refusal.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'
import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { Field, Form } from '../../../platform/pages/components/form.tsx'
import { Panel } from '../../../platform/pages/components/panel.tsx'
import { createUser } from '../flows/create-user.ts'

export const newUserPage = (looks: Looks): Hosted => ({
  path: pagePaths.consoleNewUser,
  for: 'administrators',
  scope: 'users:write',
  shownAgain: ['email', 'name', 'role'],

  async show(visit) {
    const view = viewOf(visit)
    const { t } = view
    const words = t.console.newUser
    const fields = {
      invalid_email: 'email',
      email_already_exists: 'email',
      name_required: 'name',
      ...passwordRefusedAt('password'),
    }
    const roles = Object.entries(t.console.roles).map(([value, role]) => ({ value, words: role }))
    const form = { view, visit, action: 'create', fields }
    return consoleDocument(
      {
        ...{ view, visit, looks, title: words.title },
        ...(may(visit, 'users:read') && { above: { href: pagePaths.consoleUsers, words: t.console.nav.users } }),
      },
      <Panel title={t.console.user.facts} lead={words.lead}>
        <Form form={form} submit={words.submit} hasCancel>
          <Field form={form} name="email" label={t.common.email} type="email" autocomplete="off" isFirst />
          <Field form={form} name="name" label={t.common.name} autocomplete="off" />
          <ChoiceField form={form} name="role" label={words.role} options={roles} />
          {hasPasswords(visit.deps.config) && (
            <Field
              form={form}
              name="password"
              label={t.common.password}
              type="password"
              autocomplete="new-password"
              hint={words.passwordHint}
              isOptional
            />
          )}
        </Form>
      </Panel>,
    )
  },

  actions: {
    async create(call) {
      checkFields(call, { email: address, name: called })
      const { email, name, role, password } = call.fields
      const { id } = await call.run(createUser, { body: { email, name, role, password } })
      // The page of an account takes a scope of its own.
      const next = may(call, 'users:read') ? `${pagePaths.consoleUsers}/${id}` : pagePaths.consoleNewUser
      return new Redirect(`${next}?done=created`)
    },
  },
})
