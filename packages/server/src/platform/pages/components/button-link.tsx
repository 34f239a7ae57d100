interface ButtonLinkProps {
  readonly href: string
  readonly words: string
  readonly kind?: 'quiet' | 'small' | 'quiet small'
  readonly download?: boolean
}

export const ButtonLink = ({ href, words, kind, download = false }: ButtonLinkProps) => (
  <a class={kind === undefined ? 'button' : `button ${kind}`} href={href} {...(download && { download })}>
    {words}
  </a>
)
