import { pagePaths } from '../../../gate/page-paths.ts'
import type { Hosted } from '../../../gate/pages/view.ts'
import { Redirect } from '../../../platform/kernel/endpoint.ts'

/** Password managers look for this well-known address to change a password. */
export const changePasswordPage: Hosted = {
  path: pagePaths.changePassword,
  for: 'anybody',
  show: async () => new Redirect(`${pagePaths.accountSecurity}#password`),
}
