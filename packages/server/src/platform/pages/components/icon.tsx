import { lines } from './icons.ts'

/** Beside words that say the same: who cannot see it misses nothing. */
export const Icon = ({ name }: { readonly name: keyof typeof lines }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={lines[name]} />
  </svg>
)
