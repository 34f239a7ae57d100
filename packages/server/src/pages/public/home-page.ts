import { homeOf } from '../../core/access/return-address.ts'
import { Redirect } from '../../kernel/endpoint.ts'
import type { Hosted } from '../view.ts'

/** `/`: where people are at home. */
export const homePage: Hosted = {
  path: '/',
  for: 'people',
  show: async ({ deps }) => new Redirect(homeOf(deps.config)),
}
