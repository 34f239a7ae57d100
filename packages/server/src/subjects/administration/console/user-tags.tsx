import type { Static } from 'typebox'
import type { View } from '../../../gate/pages/view.ts'
import type { User } from '../../../gate/views/user-view.ts'

export function UserTags({ view: { t }, user }: { readonly view: View; readonly user: Static<typeof User> }) {
  const words = t.console.users
  return (
    <span class="tags">
      {user.isBanned && <span class="tag bad">{words.banned}</span>}
      {user.role === 'admin' && <span class="tag good">{t.console.roles.admin}</span>}
      {!user.isVerified && <span class="tag">{words.unverified}</span>}
      {user.twoFactorEnabled && <span class="tag">{words.twoFactor}</span>}
    </span>
  )
}
