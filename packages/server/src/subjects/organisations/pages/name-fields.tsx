import type { View, Visit } from '../../../gate/pages/view.ts'
import { Field, type FormState } from '../../../platform/pages/components/form.tsx'

/** A form that gives an organisation its names: each refusal stands beside the one it is about. */
export const namesForm = (view: View, visit: Visit, action: string): FormState => ({
  view,
  visit,
  action,
  fields: { invalid_name: 'name', invalid_slug: 'slug', org_slug_reserved: 'slug', org_slug_exists: 'slug' },
  words: { invalid_name: view.t.organisations.own.wrongName },
})

interface NameFieldsProps {
  readonly form: FormState
  readonly slugHint: string
  readonly value?: { readonly name: string; readonly slug: string }
}

export function NameFields({ form, slugHint, value }: NameFieldsProps) {
  const { common, organisations } = form.view.t
  return (
    <>
      <Field form={form} name="name" label={common.name} autocomplete="off" value={value?.name} />
      <Field
        form={form}
        name="slug"
        label={organisations.slug}
        hint={slugHint}
        autocomplete="off"
        value={value?.slug}
        isOptional={value === undefined}
      />
    </>
  )
}
