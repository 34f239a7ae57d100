import { lines } from './icons.ts'

/** Always beside words that say the same, so screen readers skip it. */
export const Icon = ({ name }: { readonly name: keyof typeof lines }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={lines[name]} />
  </svg>
)
