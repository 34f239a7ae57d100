import type { Texts } from '../../../platform/kernel/hosted-page.ts'
import { SCOPES, type Scope } from '../../../platform/kernel/scopes.ts'
import { Check } from '../../../platform/pages/components/check.tsx'
import type { FormState } from '../../../platform/pages/components/form.tsx'
import type { PageProps } from '../view.ts'
import { may } from './may.ts'

/** The name of a form field has no colon. */
const fieldOf = (scope: string): string => scope.replace(':', '-')

export const scopeFields = (): readonly string[] => SCOPES.map(fieldOf)

export const scopesTicked = (fields: Texts): readonly Scope[] => SCOPES.filter((scope) => fields[fieldOf(scope)] !== undefined)

interface ScopeFieldsProps extends PageProps {
  readonly form: FormState
  readonly legend: string
  readonly ticked?: readonly string[]
  /** All, unless only some can be given. */
  readonly offered?: readonly Scope[]
}

/** Only what the visitor may do: the routes refuse to give away more. */
export const ScopeFields = ({ view, visit, form, legend, ticked = [], offered = SCOPES }: ScopeFieldsProps) => (
  <fieldset>
    <legend>{legend}</legend>
    {offered
      .filter((scope) => may(visit, scope))
      .map((scope) => (
        <Check
          key={scope}
          form={form}
          name={fieldOf(scope)}
          label={view.t.console.may[scope]}
          code={scope}
          isTicked={ticked.includes(scope)}
        />
      ))}
  </fieldset>
)
