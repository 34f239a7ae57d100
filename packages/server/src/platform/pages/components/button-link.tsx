interface ButtonLinkProps {
  readonly href: string
  readonly words: string
  readonly isQuiet?: boolean
  readonly download?: boolean
}

export const ButtonLink = ({ href, words, isQuiet = false, download = false }: ButtonLinkProps) => (
  <a class={isQuiet ? 'button quiet' : 'button'} href={href} {...(download && { download })}>
    {words}
  </a>
)
