import { Redirect } from '../../kernel/endpoint.ts'
import { pagePaths } from '../../kernel/page-paths.ts'
import type { Hosted } from '../view.ts'

/** Where password managers look for the place to change a password. */
export const changePasswordPage: Hosted = {
  path: pagePaths.changePassword,
  for: 'anybody',
  show: async () => new Redirect(`${pagePaths.accountSecurity}#password`),
}
