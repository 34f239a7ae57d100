import type { PageProps } from '../../../gate/pages/view.ts'
import { hasPasswords } from '../../../gate/passwords/has-passwords.ts'
import type { ErrorCode } from '../../../platform/kernel/errors.ts'
import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { Check } from '../../../platform/pages/components/check.tsx'
import { Field, type FormState } from '../../../platform/pages/components/form.tsx'
import { EVERYTHING, MESSAGE_TYPES, type Subscription } from '../messages/message-types.ts'

/** By what stands before the dot of a type. */
const GROUPS = {
  accounts: ['user'],
  signIn: ['session', 'sign_in'],
  security: ['password', 'factor', 'identity'],
  invites: ['invite'],
  organisations: ['org'],
  log: ['audit'],
} as const
export type TypeGroup = keyof typeof GROUPS

const OFFERED: readonly Subscription[] = [EVERYTHING, ...MESSAGE_TYPES.filter((type) => type !== 'webhook.test')]
const PREFIX = 'type.'
const fieldOf = (type: Subscription): string => `${PREFIX}${type === EVERYTHING ? 'all' : type}`
export const WEBHOOK_FIELDS = ['url', 'description', PREFIX]

export const inputOf = (fields: Texts) => ({
  url: fields['url'] ?? '',
  description: fields['description'] ?? '',
  types: OFFERED.filter((type) => fields[fieldOf(type)] !== undefined),
})

const FIELDS: Partial<Record<ErrorCode, string>> = {
  invalid_url: 'url',
  address_not_allowed: 'url',
  invalid_input: 'description',
}

export const webhookForm = ({ view, visit }: PageProps, action: 'create' | 'save'): FormState => {
  const { form: words } = view.t.console.webhooks
  const refusals = { invalid_url: words.badUrl, invalid_event_type: words.noType, invalid_input: words.badDescription }
  return { view, visit, action, fields: FIELDS, words: refusals }
}

interface FieldsProps extends Pick<PageProps, 'view' | 'visit'> {
  readonly form: FormState
  readonly shown?: { readonly url: string; readonly description: string | null; readonly types: readonly string[] }
}

export function WebhookFields({ view, visit, form, shown }: FieldsProps) {
  const { form: words } = view.t.console.webhooks
  const offered = hasPasswords(visit.deps.config) ? OFFERED : OFFERED.filter((type) => !type.startsWith('password.'))
  const tick = (type: Subscription, label: string, hint?: string) => (
    <Check
      key={type}
      form={form}
      name={fieldOf(type)}
      label={label}
      isTicked={shown?.types.includes(type) ?? false}
      {...(hint !== undefined && { hint })}
    />
  )
  return (
    <>
      <Field form={form} name="url" label={words.url} hint={words.urlHint} autocomplete="url" value={shown?.url} />
      <Field
        form={form}
        name="description"
        label={words.description}
        autocomplete="off"
        value={shown?.description ?? undefined}
        isOptional
      />
      <fieldset>
        <legend>{words.types}</legend>
        {tick(EVERYTHING, words.everything, words.everythingHint)}
      </fieldset>
      {Object.entries(GROUPS).map(([group, beginnings]) => (
        <fieldset key={group}>
          <legend>{words.groups[group as TypeGroup]}</legend>
          {offered
            .filter((type) => beginnings.some((beginning) => type.startsWith(`${beginning}.`)))
            .map((type) => tick(type, type))}
        </fieldset>
      ))}
    </>
  )
}
