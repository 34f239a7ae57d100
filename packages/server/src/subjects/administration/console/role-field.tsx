import { ChoiceField } from '../../../platform/pages/components/choice-field.tsx'
import type { FormState } from '../../../platform/pages/components/form.tsx'

/** Which role an account gets; the lesser one unless the other was chosen. */
export function RoleField({ form, label }: { readonly form: FormState; readonly label: string }) {
  const options = Object.entries(form.view.t.console.roles).map(([value, words]) => ({ value, words }))
  return <ChoiceField form={form} name="role" label={label} options={options} />
}
