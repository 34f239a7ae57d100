import { Icon } from './icon.tsx'

interface CopyButtonProps {
  /** The id of the element whose text is copied. */
  readonly of: string
  readonly words: { readonly copy: string; readonly copied: string }
}

export function CopyButton({ of, words }: CopyButtonProps) {
  return (
    <button type="button" class="quiet copy" data-copy={of} data-copied={words.copied}>
      <Icon name="copy" />
      <span aria-live="polite">{words.copy}</span>
    </button>
  )
}
