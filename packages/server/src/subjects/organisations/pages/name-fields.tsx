import type { View, Visit } from '../../../gate/pages/view.ts'
import { Field, type FormState } from '../../../platform/pages/components/form.tsx'

export function namesForm(view: View, visit: Visit, action: string): FormState {
  const fields = { invalid_name: 'name', invalid_slug: 'slug', org_slug_reserved: 'slug', org_slug_exists: 'slug' }
  return { view, visit, action, fields, words: { invalid_name: view.t.organisations.own.wrongName } }
}

interface NameFieldsProps {
  readonly form: FormState
  readonly slugHint: string
  readonly value?: { readonly name: string; readonly slug: string }
}

export function NameFields({ form, slugHint, value }: NameFieldsProps) {
  const { slug } = form.view.t.organisations
  return (
    <>
      <Field form={form} name="name" label={form.view.t.common.name} autocomplete="off" value={value?.name} />
      <Field form={form} name="slug" label={slug} hint={slugHint} autocomplete="off" value={value?.slug} isOptional={!value} />
    </>
  )
}
