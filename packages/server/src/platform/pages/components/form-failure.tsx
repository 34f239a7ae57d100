import type { ComponentChildren } from 'preact'
import type { ErrorCode } from '../../kernel/errors.ts'
import { ACTION_FIELD } from '../../kernel/hosted-page.ts'
import type { AnyPageProps, View } from '../view.ts'
import { Icon } from './icon.tsx'
import { sentence } from './sentence.ts'
import { Wait } from './wait.tsx'

export interface FormState extends AnyPageProps {
  readonly action: string
  /** The `id` that tells this form from others with the same action. */
  readonly of?: string
  /** The field that each code belongs to; other codes are told above the form. */
  readonly fields?: Partial<Record<ErrorCode, string>>
  /** More exact texts than those of the common table. */
  readonly words?: Partial<Record<ErrorCode, ComponentChildren>>
}

/** By `autocomplete`, because the names of fields differ between forms. */
const MISSING: Readonly<Record<string, keyof View['t']['forms']['missing']>> = {
  username: 'email',
  'username webauthn': 'email',
  'current-password': 'password',
  'new-password': 'newPassword',
  name: 'name',
  'one-time-code': 'code',
}

const MISSING_BY_NAME: typeof MISSING = { email: 'email', name: 'name' }

export const hasFailed = (form: FormState): boolean => form.visit.failure?.action === form.action && isThis(form)

const isThis = ({ visit, of }: FormState): boolean => of === undefined || visit.typed['id'] === of

export const typedIn = (form: FormState): FormState['visit']['typed'] =>
  form.visit.typed[ACTION_FIELD] === form.action && isThis(form) ? form.visit.typed : {}

/** The form that a visitor comes back to after a step-up; see `held-form.ts`. A stranger's link leads to none. */
export const isBack = (form: FormState): boolean =>
  form.visit.failure === undefined && form.visit.held?.address === form.visit.address && ACTION_FIELD in typedIn(form)

export const prefixOf = ({ action, of }: FormState): string => (of === undefined ? action : `${action}-${of}`)

export function failureOn(form: FormState, field: string, autocomplete: string): ComponentChildren | undefined {
  const { failure } = form.visit
  if (!failure || !hasFailed(form)) return undefined
  if (!failure.wrong) return form.fields?.[failure.code] === field ? told(form) : undefined
  const wrong = failure.wrong.find((one) => one.field === field)
  if (!wrong) return undefined
  if (wrong.words !== undefined) return wrong.words
  const { t } = form.view
  if (wrong.code === 'empty') return t.forms.missing[MISSING[autocomplete] ?? MISSING_BY_NAME[field] ?? 'code']
  if (wrong.code === 'malformed') return field === 'name' ? t.account.name.wrong : t.forms.digits(wrong.digits)
  return wrong.weakness ? t.weakness(wrong.weakness) : (form.words?.[wrong.code] ?? t.errors[wrong.code])
}

/** The cursor goes to the first field that is wrong. */
export function wrongField(form: FormState): string | undefined {
  const { failure } = form.visit
  if (!failure || !hasFailed(form)) return undefined
  return failure.wrong ? failure.wrong[0]?.field : form.fields?.[failure.code]
}

export const failureAbove = (form: FormState): ComponentChildren | undefined =>
  hasFailed(form) && wrongField(form) === undefined ? told(form) : undefined

export const FieldError = ({ id, failure }: { readonly id: string; readonly failure: ComponentChildren | undefined }) =>
  failure === undefined ? null : (
    <p class="error" id={id}>
      <Icon name="alert" />
      <span>{failure}</span>
    </p>
  )

function told({ view, visit: { failure }, words }: FormState): ComponentChildren {
  if (!failure) return undefined
  if (failure.weakness) return view.t.weakness(failure.weakness)
  if (failure.words !== undefined) return failure.words
  return words?.[failure.code] ?? <Explained view={view} code={failure.code} retryAfter={failure.retryAfter} />
}

type ExplainedProps = { readonly view: View; readonly code: ErrorCode; readonly retryAfter?: number | undefined }

export function Explained({ view, code, retryAfter }: ExplainedProps) {
  const { t, links } = view
  const wait = code === 'rate_limit_exceeded' ? retryAfter : undefined
  return (
    <>
      {wait === undefined ? t.errors[code] : t.forms.tooMany}
      {wait !== undefined && (
        <>
          {' '}
          <Wait view={view} seconds={wait} />
        </>
      )}
      {code === 'user_banned' && links.support !== undefined && (
        <>
          {' '}
          {sentence(
            t.forms.support,
            <a href={links.support}>{links.support.replace(/^mailto:([^?]*).*$|^https?:\/\//, '$1')}</a>,
          )}
        </>
      )}
    </>
  )
}
