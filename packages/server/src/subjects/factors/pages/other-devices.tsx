import { doneAt } from '../../../gate/pages/account/done-at.ts'
import type { Submission, View } from '../../../gate/pages/view.ts'
import { Check } from '../../../platform/pages/components/check.tsx'
import type { FormState } from '../../../platform/pages/components/form.tsx'

const FIELD = 'endOtherSessions'

/** A factor that is added is no sign of a thief, so on pages other devices stay signed in; routes end them unless told to keep them. */
export const keepsOthers = ({ fields }: Submission): boolean => fields[FIELD] === undefined

export const EndOthers = ({ form }: { readonly form: FormState }) => (
  <Check form={form} name={FIELD} label={form.view.t.security.endOthers} hint={form.view.t.security.othersStay} />
)

/** Names in an address what was added, and what became of the other devices. */
export const addedAs = (call: Submission, done: string): string => (keepsOthers(call) ? done : `${done}-alone`)

export const addedAt = (call: Submission, section: Parameters<typeof doneAt>[0], done: string): string =>
  doneAt(section, addedAs(call, done))

export const addedNotices = ({ t: { security } }: View, done: string, words: string): Readonly<Record<string, string>> => ({
  [done]: `${words} ${security.othersKept}`,
  [`${done}-alone`]: `${words} ${security.othersEnded}`,
})
