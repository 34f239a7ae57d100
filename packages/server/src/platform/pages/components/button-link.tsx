interface ButtonLinkProps {
  readonly href: string
  readonly words: string
  /** Further classes: `quiet` for what is not the next thing to do, `small` beside a heading. */
  readonly kind?: 'quiet' | 'small' | 'quiet small'
  readonly download?: boolean
}

/** A link that looks like a button, because it is the way on. */
export const ButtonLink = ({ href, words, kind, download = false }: ButtonLinkProps) => (
  <a class={kind === undefined ? 'button' : `button ${kind}`} href={href} {...(download && { download })}>
    {words}
  </a>
)
