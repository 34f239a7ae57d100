import { Icon } from '../../platform/pages/components/icon.tsx'
import { LONG } from '../passwords/password-policy.ts'
import type { View } from './view.ts'

type PasswordRulesProps = { readonly id: string; readonly view: View }

/** A script ticks off the rules that the typed password fulfils. Only the server has the list of common ones, so that rule is never ticked. */
export function PasswordRules({ id, view: { t, passwords } }: PasswordRulesProps) {
  const { minLength, requireDigit, rejectCommon } = passwords
  const rules: [words: string, pattern?: string][] = [[t.forms.least(minLength), `^[^]{${minLength},}$`]]
  if (requireDigit) rules.push([t.forms.mixed(LONG), `\\p{L}[^]*\\p{Nd}|\\p{Nd}[^]*\\p{L}|^[^]{${LONG},}$`])
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
