type Chip = { readonly href: string; readonly words: string; readonly isCurrent: boolean }

export const Chips = ({ label, chips }: { readonly label: string; readonly chips: readonly Chip[] }) => (
  <nav aria-label={label}>
    <ul class="chips">
      {chips.map(({ href, words, isCurrent }) => (
        <li key={href}>
          <a href={href} {...(isCurrent && { 'aria-current': 'true' as const })}>
            {words}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
