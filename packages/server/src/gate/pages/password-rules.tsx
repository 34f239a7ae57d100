import { Icon } from '../../platform/pages/components/icon.tsx'
import type { View } from './view.ts'

type PasswordRulesProps = { readonly id: string; readonly view: View }

/** A script ticks off the rules that the typed password fulfils. */
export function PasswordRules({ id, view: { t, passwords } }: PasswordRulesProps) {
  const { minLength, requireDigit } = passwords
  const rules = [[t.forms.least(minLength), `^[^]{${minLength},}$`]]
  if (requireDigit) rules.push([t.forms.letter, '\\p{L}'], [t.forms.digit, '\\p{Nd}'])
  return (
    <ul class="rules" id={id}>
      {rules.map(([words, pattern]) => (
        <li key={pattern} data-rule={pattern}>
          <Icon name="check" />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}
