import { Icon } from './icon.tsx'

export const Note = ({ words }: { readonly words: string }) => (
  // biome-ignore lint/a11y/noAutofocus: a visitor who was led here has to hear why
  <p class="note" role="status" tabIndex={-1} autoFocus>
    <Icon name="alert" />
    <span>{words}</span>
  </p>
)
