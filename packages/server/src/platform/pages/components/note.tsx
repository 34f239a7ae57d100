import { Icon } from './icon.tsx'

export const Empty = ({ icon, words }: { readonly icon: Parameters<typeof Icon>[0]['name']; readonly words: string }) => (
  <div class="empty">
    <Icon name={icon} />
    <p>{words}</p>
  </div>
)

export const Note = ({ words }: { readonly words: string }) => (
  // biome-ignore lint/a11y/noAutofocus: a visitor who was led here has to hear why
  <p class="note" role="status" tabIndex={-1} autoFocus>
    <Icon name="alert" />
    <span>{words}</span>
  </p>
)
