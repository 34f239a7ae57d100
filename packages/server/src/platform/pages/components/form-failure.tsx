import type { ComponentChildren } from 'preact'
import type { ErrorCode } from '../../kernel/errors.ts'
import { ACTION_FIELD } from '../../kernel/hosted-page.ts'
import type { AnyPageProps, View } from '../view.ts'
import { sentence } from './sentence.ts'
import { Wait } from './wait.tsx'

/** One form of a page: which action it is, and beside which field each failure belongs. */
export interface FormState extends AnyPageProps {
  readonly action: string
  /** Of several forms for one action: the `id` that this one sends along. */
  readonly of?: string
  /** The field that a code speaks of; what is not named here is told above the form. */
  readonly fields?: Partial<Record<ErrorCode, string>>
  /** What this form can say more exactly than the table, which has to fit everywhere. */
  readonly words?: Partial<Record<ErrorCode, ComponentChildren>>
}

/** By what a field is for, because its name differs from form to form. */
const MISSING: Readonly<Record<string, keyof View['t']['forms']['missing']>> = {
  username: 'email',
  'username webauthn': 'email',
  'current-password': 'password',
  'new-password': 'newPassword',
  name: 'name',
  'one-time-code': 'code',
}

/** Where nothing is to be filled in by the browser. */
const MISSING_BY_NAME: typeof MISSING = { email: 'email', name: 'name' }

/** Whether it has come back. */
export const hasFailed = (form: FormState): boolean => form.visit.failure?.action === form.action && isThis(form)

const isThis = ({ visit, of }: FormState): boolean => of === undefined || visit.typed['id'] === of

/** What was typed into this form before it came back. */
export const typedIn = (form: FormState): FormState['visit']['typed'] =>
  form.visit.typed[ACTION_FIELD] === form.action && isThis(form) ? form.visit.typed : {}

/** What the ids of its fields begin with. */
export const prefixOf = ({ action, of }: FormState): string => (of === undefined ? action : `${action}-${of}`)

/** What is wrong with a field; undefined when nothing is. */
export function failureOn(form: FormState, field: string, autocomplete: string): ComponentChildren | undefined {
  const { view, visit, fields } = form
  const { failure } = visit
  if (!failure || !hasFailed(form)) return undefined
  if (!failure.wrong) return fields?.[failure.code] === field ? told(form) : undefined
  const wrong = failure.wrong.find((one) => one.field === field)
  if (!wrong) return undefined
  const { t } = view
  if (wrong.code === 'empty') return t.forms.missing[MISSING[autocomplete] ?? MISSING_BY_NAME[field] ?? 'code']
  if (wrong.code === 'malformed') return field === 'name' ? t.account.name.wrong : t.forms.sixDigits
  return wrong.weakness ? t.weakness(wrong.weakness) : (form.words?.[wrong.code] ?? t.errors[wrong.code])
}

/** The field to which the cursor goes: the first that is wrong. Undefined where no field is. */
export function wrongField(form: FormState): string | undefined {
  const { failure } = form.visit
  if (!failure || !hasFailed(form)) return undefined
  return failure.wrong ? failure.wrong[0]?.field : form.fields?.[failure.code]
}

/** What went wrong with the form as a whole. */
export function failureAbove(form: FormState): ComponentChildren | undefined {
  return hasFailed(form) && wrongField(form) === undefined ? told(form) : undefined
}

function told({ view, visit: { failure }, words }: FormState): ComponentChildren {
  if (!failure) return undefined
  if (failure.weakness) return view.t.weakness(failure.weakness)
  return words?.[failure.code] ?? <Explained view={view} code={failure.code} retryAfter={failure.retryAfter} />
}

interface ExplainedProps {
  readonly view: View
  readonly code: ErrorCode
  readonly retryAfter?: number | undefined
}

/** What went wrong, and what there is to do about it: to wait, or to ask for help. */
export function Explained({ view, code, retryAfter }: ExplainedProps) {
  const { t, links } = view
  return (
    <>
      {code === 'rate_limit_exceeded' && retryAfter !== undefined ? t.forms.tooMany : t.errors[code]}
      {code === 'rate_limit_exceeded' && retryAfter !== undefined && (
        <>
          {' '}
          <Wait view={view} seconds={retryAfter} />
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
