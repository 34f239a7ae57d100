import type { Static } from 'typebox'
import { type AdminScopes, covers, EVERYTHING } from '../../../gate/accounts/admin-scopes.ts'
import { may } from '../../../gate/pages/console/may.ts'
import { ScopeFields, scopesTicked } from '../../../gate/pages/console/scope-fields.tsx'
import type { PageProps, View, Visit } from '../../../gate/pages/view.ts'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { isScope, PRESETS, scopesIn } from '../../../platform/kernel/scopes.ts'
import { Address } from '../../../platform/pages/components/address.tsx'
import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { ConfirmPanel, isOpen } from '../../../platform/pages/components/confirm-panel.tsx'
import { Form, type FormState } from '../../../platform/pages/components/form.tsx'
import { sentence } from '../../../platform/pages/components/sentence.ts'
import type { getUser } from '../flows/get-user.ts'

type Detail = Static<typeof getUser.reply>

/** What the form calls the scopes that are ticked below. */
const TICKED = 'ticked'

const ownScopes = ({ caller }: Visit): AdminScopes => caller?.account.adminScopes

/** What the visitor may do to the account: nothing to an administrator who may do more. */
export function actsOn(visit: Visit, { user, scopes }: Detail) {
  const theirs = scopes === EVERYTHING ? undefined : (scopes ?? []).filter(isScope)
  const isWithin = user.role !== 'admin' || covers(ownScopes(visit), theirs)
  return { mayChange: isWithin && may(visit, 'users:write'), mayEndSessions: isWithin && may(visit, 'sessions:write') }
}

export function rightsInWords({ t, locale }: View, scopes: NonNullable<Detail['scopes']>): string {
  if (scopes === EVERYTHING) return t.console.user.everything
  return new Intl.ListFormat(locale).format(scopes.map((scope) => (isScope(scope) ? t.console.may[scope] : scope)))
}

/** As the route takes them. */
export const rightsIn = (fields: Texts): string | readonly string[] =>
  fields['rights'] === TICKED ? scopesTicked(fields) : (fields['rights'] ?? '')

export function Rights({ view, visit, detail }: PageProps & { readonly detail: Detail }) {
  const words = view.t.console.user
  const own = ownScopes(visit)
  const { user, scopes = [] } = detail
  const form: FormState = {
    ...{ view, visit, action: 'limit', fields: { invalid_input: 'rights' }, words: { invalid_input: words.noRights } },
  }
  const options = [
    ...(own === undefined ? [{ value: EVERYTHING, words: words.everything }] : []),
    ...PRESETS.filter((preset) => covers(own, scopesIn(preset))).map((value) => ({ value, words: words.presets[value] })),
    { value: TICKED, words: words.ticked },
  ]
  const ticked = scopes === EVERYTHING ? [] : scopes
  return (
    <ConfirmPanel summary={words.limit} title={words.titles.limit} isOpen={isOpen(visit, form.action)}>
      <p>{sentence(words.limitConsequence, <Address email={user.email} />)}</p>
      <Form form={form} submit={words.limitSubmit} hasCancel>
        <ChoiceField
          form={form}
          name="rights"
          label={words.rights}
          options={options}
          value={scopes === EVERYTHING ? EVERYTHING : TICKED}
        />
        <ScopeFields {...{ view, visit, form, ticked }} legend={words.ticked} />
      </Form>
    </ConfirmPanel>
  )
}
