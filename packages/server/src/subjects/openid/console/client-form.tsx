import type { Static } from 'typebox'
import { HOOKS } from '../../../gate/hooks.ts'
import type { PageProps, Submission, Visit } from '../../../gate/pages/view.ts'
import { viewOf } from '../../../gate/pages/view.ts'
import { Failure } from '../../../platform/kernel/errors.ts'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { Check } from '../../../platform/pages/components/check.tsx'
import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import { Field, type FormState } from '../../../platform/pages/components/form.tsx'
import { LinesField } from '../../../platform/pages/components/lines-field.tsx'
import { ALGORITHMS, type ClientKind } from '../clients/client.ts'
import type { ClientInput } from '../clients/client-input.ts'
import type { ClientView } from '../clients/client-view.ts'
import type { Problem } from '../clients/problems.ts'
import { scopesKnown } from '../steps/claims.ts'

/** What a form begins with: a client as it is, or what a new one would usually be. */
export type Shown = Pick<
  Static<typeof ClientView>,
  | 'name'
  | 'homeUrl'
  | 'redirectUris'
  | 'postLogoutUris'
  | 'logoutUri'
  | 'isFirstParty'
  | 'wantsPkce'
  | 'mayStay'
  | 'hasDeviceFlow'
  | 'scopes'
  | 'audiences'
  | 'demands'
  | 'isPairwise'
  | 'algorithm'
>

/** The name of a form field has no colon. */
const scopeField = (scope: string): string => `scope.${scope.replace(':', '-')}`

const LINES = ['redirectUris', 'postLogoutUris', 'audiences', 'ownScopes'] as const
const TICKS = ['asksPeople', 'wantsPkce', 'mayStay', 'hasDeviceFlow', 'isPairwise'] as const
const DEMANDS = ['demandsRole', 'demandsSecondFactor', 'demandsVerified', 'demandsOrganisation'] as const
export const CLIENT_FIELDS = [...['name', 'id', 'homeUrl', 'logoutUri', 'algorithm'], ...LINES, ...TICKS, ...DEMANDS, 'scope.']

const linesOf = (text = ''): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const scopesOffered = ({ deps: { config } }: Pick<Visit, 'deps'>): readonly string[] =>
  scopesKnown(config).filter((scope) => scope !== 'openid' && scope !== 'offline_access')

/** Everything that the form has for this kind: what it does not have, the client has not. */
export function inputOf(call: Submission, kind: ClientKind): ClientInput {
  const { fields } = call
  const has = (name: string): boolean => fields[name] !== undefined
  const both = { name: fields['name'] ?? '', homeUrl: fields['homeUrl'] ?? '', audiences: linesOf(fields['audiences']) }
  const signed = { algorithm: fields['algorithm'] ?? 'RS256' }
  if (kind === 'service') return { ...both, ...signed, scopes: linesOf(fields['ownScopes']) }
  return {
    ...both,
    ...signed,
    redirectUris: linesOf(fields['redirectUris']),
    postLogoutUris: linesOf(fields['postLogoutUris']),
    logoutUri: fields['logoutUri'] ?? '',
    scopes: scopesOffered(call).filter((scope) => has(scopeField(scope))),
    isFirstParty: !has('asksPeople'),
    wantsPkce: kind !== 'web' || has('wantsPkce'),
    mayStay: has('mayStay'),
    hasDeviceFlow: kind === 'native' && has('hasDeviceFlow'),
    isPairwise: has('isPairwise'),
    demands: demandsIn(fields),
  }
}

const demandsIn = (fields: Texts) => ({
  ...(fields['demandsRole'] !== undefined && { role: 'admin' }),
  secondFactor: fields['demandsSecondFactor'] !== undefined,
  verified: fields['demandsVerified'] !== undefined,
  organisation: fields['demandsOrganisation'] ?? '',
})

/** As the fields of the form are called, where that differs from the settings. */
const FIELD_OF: Readonly<Record<string, string>> = { demands: 'demandsOrganisation', scopes: 'ownScopes' }

/** Tells of each wrong field beside it, in the language of the page; an address that is wrong stands in front. */
export function refuseForm(call: Submission, problems: readonly Problem[]): void {
  if (problems.length === 0) return
  const words = viewOf(call).t.console.clients.problems
  const byField = new Map<string, string[]>()
  for (const { field, code, value } of problems) {
    const name = FIELD_OF[field] ?? field
    byField.set(name, [...(byField.get(name) ?? []), value === undefined ? words[code] : `${value}: ${words[code]}`])
  }
  const wrong = [...byField].map(([field, texts]) => ({ field, code: 'malformed' as const, words: texts.join(' ') }))
  throw new Failure('validation_error', { wrong })
}

type FieldsProps = PageProps & {
  readonly form: FormState
  readonly kind: ClientKind
  readonly shown: Shown
  readonly isNew?: boolean
}

export async function ClientFields({ view, visit, form, kind, shown, isNew = false }: FieldsProps) {
  const words = view.t.console.clients.form
  const algorithms = ALGORITHMS.map((value) => ({ value, words: value }))
  const isService = kind === 'service'
  return (
    <>
      <Field
        form={form}
        name="name"
        label={words.name}
        hint={words.nameHint}
        autocomplete="off"
        value={shown.name}
        isFirst={isNew}
      />
      {isNew && <Field form={form} name="id" label={words.id} hint={words.idHint} autocomplete="off" isOptional />}
      <Field
        {...{ form, name: 'homeUrl', label: words.homeUrl, hint: words.homeUrlHint, autocomplete: 'off', isOptional: true }}
        value={shown.homeUrl ?? ''}
      />
      {isService ? (
        <LinesField
          form={form}
          name="ownScopes"
          label={words.ownScopes}
          hint={words.ownScopesHint}
          value={shown.scopes.join('\n')}
        />
      ) : (
        <SignInFields {...{ view, visit, form, kind, shown }} />
      )}
      <LinesField
        form={form}
        name="audiences"
        label={words.audiences}
        hint={words.audiencesHint}
        value={shown.audiences.join('\n')}
      />
      {!isService && (await DemandFields({ view, visit, form, kind, shown }))}
      <ChoiceField form={form} name="algorithm" label={words.algorithm} value={shown.algorithm} options={algorithms} />
    </>
  )
}

function SignInFields({ view, visit, form, kind, shown }: FieldsProps) {
  const words = view.t.console.clients.form
  const { scopes } = view.t.authorize.consent
  return (
    <>
      <LinesField
        {...{ form, name: 'redirectUris', label: words.redirectUris, hint: words.redirectUrisHint }}
        value={shown.redirectUris.join('\n')}
      />
      <LinesField
        {...{ form, name: 'postLogoutUris', label: words.postLogoutUris, hint: words.postLogoutUrisHint }}
        value={shown.postLogoutUris.join('\n')}
      />
      <Field
        {...{ form, name: 'logoutUri', label: words.logoutUri, hint: words.logoutUriHint, autocomplete: 'off', isOptional: true }}
        value={shown.logoutUri ?? ''}
      />
      <fieldset>
        <legend>{words.scopes}</legend>
        {scopesOffered(visit).map((scope) => (
          <Check
            {...{ form, name: scopeField(scope), label: scopes[scope as keyof typeof scopes] ?? '', code: scope }}
            isTicked={shown.scopes.includes(scope)}
          />
        ))}
      </fieldset>
      <Check form={form} name="asksPeople" label={words.asksPeople} hint={words.asksPeopleHint} isTicked={!shown.isFirstParty} />
      {kind === 'web' && (
        <Check form={form} name="wantsPkce" label={words.wantsPkce} hint={words.wantsPkceHint} isTicked={shown.wantsPkce} />
      )}
      <Check form={form} name="mayStay" label={words.mayStay} hint={words.mayStayHint} isTicked={shown.mayStay} />
      {kind === 'native' && <Check form={form} name="hasDeviceFlow" label={words.hasDeviceFlow} isTicked={shown.hasDeviceFlow} />}
      <Check form={form} name="isPairwise" label={words.isPairwise} hint={words.isPairwiseHint} isTicked={shown.isPairwise} />
    </>
  )
}

async function DemandFields({ view, visit, form, shown: { demands } }: FieldsProps) {
  const words = view.t.console.clients.form
  const organisation = demands.organisation === undefined ? '' : await slugOf(visit, demands.organisation)
  return (
    <fieldset>
      <legend>{words.demands}</legend>
      <Check form={form} name="demandsRole" label={words.demandsRole} isTicked={demands.role !== undefined} />
      <Check form={form} name="demandsSecondFactor" label={words.demandsSecondFactor} isTicked={demands.secondFactor === true} />
      <Check form={form} name="demandsVerified" label={words.demandsVerified} isTicked={demands.verified === true} />
      {(visit.deps.config.organisations.enabled || demands.organisation !== undefined) && (
        <Field
          {...{ form, name: 'demandsOrganisation', label: words.demandsOrganisation, autocomplete: 'off', isOptional: true }}
          hint={organisation === undefined ? words.gone : words.demandsOrganisationHint}
          value={organisation ?? demands.organisation}
        />
      )}
    </fieldset>
  )
}

/** Undefined where the organisation is gone. */
async function slugOf({ deps: { store, config } }: Visit, id: string): Promise<string | undefined> {
  for (const { memberships } of HOOKS) {
    const found = await memberships?.named(store, config, id)
    if (found) return found.slug
  }
  return undefined
}
