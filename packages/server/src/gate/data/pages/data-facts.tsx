import { Facts } from '../../../platform/pages/components/facts.tsx'
import type { View } from '../../pages/view.ts'
import type { Fields, Value } from '../field.ts'
import { textsOf } from '../value.ts'
import { inLanguage } from './words-of-field.ts'

interface DataFactsProps {
  readonly view: View
  readonly fields: Fields
  readonly values: Readonly<Record<string, Value | null>>
}

/** Values that the reader may not change. */
export function DataFacts({ view, fields, values }: DataFactsProps) {
  if (fields.length === 0) return null
  return (
    <Facts
      facts={fields.map(({ name, label }) => [
        inLanguage(label, view.language) ?? name,
        <bdi key={name}>{inWords(view, values[name] ?? null)}</bdi>,
      ])}
    />
  )
}

export function inWords({ t: { data: words } }: View, value: Value | null): string {
  if (value === null) return words.none
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return textsOf(value).join(', ')
}
