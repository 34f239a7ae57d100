import { Icon } from '../../platform/pages/components/icon.tsx'
import type { View } from './view.ts'

type PasswordRulesProps = { readonly id: string; readonly view: View }

/** A script ticks off the rules that the typed password fulfils. Only the server has the list of common ones, so that rule is never ticked. */
export function PasswordRules({ id, view: { t, passwords } }: PasswordRulesProps) {
  const { minLength, requireDigit, rejectCommon } = passwords
  const rules: [words: string, pattern?: string][] = [[t.forms.least(minLength), `^[^]{${minLength},}$`]]
  if (requireDigit) rules.push([t.forms.letter, '\\p{L}'], [t.forms.digit, '\\p{Nd}'])
  if (rejectCommon) rules.push([t.forms.uncommon])
  return (
    <ul class="rules" id={id}>
      {rules.map(([words, pattern]) => (
        <li key={words} data-rule={pattern}>
          <Icon name="check" />
          <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}
