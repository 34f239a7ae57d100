import { Icon } from './icon.tsx'

/** Where a list would be, if there were anything to list. */
export const Empty = ({ icon, words }: { readonly icon: Parameters<typeof Icon>[0]['name']; readonly words: string }) => (
  <div class="empty">
    <Icon name={icon} />
    <p>{words}</p>
  </div>
)
