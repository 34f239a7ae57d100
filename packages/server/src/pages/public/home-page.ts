import { Redirect } from '../../kernel/endpoint.ts'
import type { Hosted } from '../view.ts'
import { destinationOf } from './after-credentials.ts'

/** `/`: where people are at home. */
export const homePage: Hosted = {
  path: '/',
  for: 'people',
  show: async (visit) => new Redirect(destinationOf(visit)),
}
