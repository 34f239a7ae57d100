import { Icon } from '../../platform/pages/components/icon.tsx'
import type { View, Visit } from './view.ts'

interface PasswordRulesProps {
  readonly id: string
  readonly view: View
  readonly visit: Visit
}

/** What a password has to be like, said beforehand. A script ticks off what the typed one fulfils. */
export function PasswordRules({ id, view: { t }, visit }: PasswordRulesProps) {
  const { minLength, requireDigit } = visit.deps.config.passwords
  const rules = [
    [t.forms.least(minLength), `^[^]{${minLength},}$`],
    ...(requireDigit
      ? [
          [t.forms.letter, '\\p{L}'],
          [t.forms.digit, '\\p{Nd}'],
        ]
      : []),
  ]
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
