import type { LastSeen } from '../../../gate/accounts/tables/account-activity.ts'
import { timeOrNull } from '../../../gate/views/fields.ts'

export const lastSeenView = (seen: LastSeen | undefined) => ({
  lastSignInAt: timeOrNull(seen?.signInAt),
  lastActiveAt: timeOrNull(seen?.activeAt),
})
