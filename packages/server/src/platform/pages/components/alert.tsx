import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

export const Alert = ({ children }: { readonly children: ComponentChildren }) => (
  // biome-ignore lint/a11y/noAutofocus: what went wrong is the first thing to hear when a page comes back
  <div class="alert" role="alert" tabIndex={-1} autoFocus>
    <Icon name="alert" />
    <div>{children}</div>
  </div>
)
