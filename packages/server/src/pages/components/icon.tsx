import { lines, marks } from './icons.ts'

/** Beside words that say the same: who cannot see it misses nothing. */
export const Icon = ({ name }: { readonly name: keyof typeof lines }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={lines[name]} />
  </svg>
)

/** The mark of a provider, where it has one. */
export function Mark({ name }: { readonly name: string }) {
  const path = Object.hasOwn(marks, name) ? marks[name] : undefined
  if (path === undefined) return <Icon name="key" />
  return (
    <svg class="icon mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
