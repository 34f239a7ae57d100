import { Icon } from './icon.tsx'

export const Empty = ({ icon, words }: { readonly icon: Parameters<typeof Icon>[0]['name']; readonly words: string }) => (
  <div class="empty">
    <Icon name={icon} />
    <p>{words}</p>
  </div>
)
